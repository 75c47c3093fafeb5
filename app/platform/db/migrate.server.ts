import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { DatabaseRefused, type Db, type Engine } from './engine.server.ts'
import { migrations as ourMigrations } from './migrations/index.ts'

export const knownMigrations: ReadonlySet<string> = new Set(Object.keys(ourMigrations))

export async function migrate(
  engine: Engine,
  migrations: Record<string, Migration> = ourMigrations,
): Promise<string[]> {
  const migrator = new Migrator({
    db: engine.db,
    provider: { getMigrations: async () => migrations },
    // A lower number may land later, because numbers are assigned when work begins. Such migrations touch
    // different tables.
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
  return assertDefined(results, 'a migration without an error has results').map(
    (result) => result.migrationName,
  )
}

/** Blocks PostgreSQL migrations until the transaction ends. The key is that of Kysely's `PostgresAdapter`. */
export async function holdMigrations(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(db)
}

export async function doneMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const done = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return done.map((row) => row.name)
}

export function refuseNewer(done: readonly string[], known: ReadonlySet<string>): void {
  const unknown = done.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new DatabaseRefused(
      `The database was written by a newer version of this software (it has ${someOf(unknown)}). ` +
        'Nothing was changed; start that version, or restore a backup made by this one.',
    )
}

/** Names at most three migrations, because dozens of names would hide the rest of the message. */
export function someOf(migrations: readonly string[]): string {
  const named = migrations.slice(0, 3).join(', ')
  return migrations.length > 3 ? `${named} and ${migrations.length - 3} more` : named
}
