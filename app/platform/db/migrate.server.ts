import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { DatabaseRefused, type Db, type Engine } from './engine.server.ts'
import { migrations as ourMigrations } from './migrations/index.ts'

/** Names of the migrations of this version. */
export const knownMigrations: ReadonlySet<string> = new Set(Object.keys(ourMigrations))

/**
 * Brings the database to this version of the software, one process at a time, in one transaction.
 * @throws {DatabaseRefused} when the database knows migrations that this version does not, or when one fails.
 */
export async function migrate(
  engine: Engine,
  migrations: Record<string, Migration> = ourMigrations,
): Promise<string[]> {
  const migrator = new Migrator({
    db: engine.db,
    provider: { getMigrations: async () => migrations },
    // A number is taken when work on it begins: a lower one may land later, and both touch tables of their own.
    allowUnorderedMigrations: true,
  })
  refuseNewer(await doneMigrations(engine.db), new Set(Object.keys(migrations)))
  const { error, results } = await migrator.migrateToLatest()
  if (error)
    throw new DatabaseRefused(
      `The database could not be brought up to date: ${error instanceof Error ? error.message : 'unknown reason'}. Nothing was changed.`,
      {
        cause: error,
      },
    )
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * On PostgreSQL: whoever migrates waits until the caller's transaction ends. Kysely itself takes this lock for the time of
 * one `migrate` alone; the key is that of its `PostgresAdapter`.
 */
export async function holdMigrations(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(db)
}

/** The migrations that a database has had, by their names; none where it is empty. */
export async function doneMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const done = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return done.map((row) => row.name)
}

/** @throws {DatabaseRefused} where a database has had migrations that nobody here knows. */
export function refuseNewer(done: readonly string[], known: ReadonlySet<string>): void {
  const unknown = done.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new DatabaseRefused(
      `The database was written by a newer version of this software (it has ${unknown.join(', ')}). ` +
        'Nothing was changed; start that version, or restore a backup made by this one.',
    )
}
