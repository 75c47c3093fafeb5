import { sql } from 'kysely'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import { isMigrationTable } from '#app/platform/db/tables/stored-tables.ts'

import { BackupRefused } from './backup-refused.ts'

export async function isEmptyPostgres({ db }: Pick<Engine, 'db'>): Promise<boolean> {
  return (await tablesIn(db)).length === 0
}

/** @throws {BackupRefused} where PostgreSQL holds any table. */
export async function refuseFilledPostgres({ db }: Pick<Engine, 'db'>): Promise<void> {
  const tables = await tablesIn(db)
  if (tables.length > 0)
    throw new BackupRefused(
      `The database at DATABASE_URL is not empty: it holds ${tables.length} tables, ${tables.slice(0, 3).join(', ')} among them. Name an empty one. Nothing was changed.`,
    )
}

/** Moves every table into a schema of that name, in the caller's transaction. @returns null where there are none */
export async function setTablesAside(db: Db, schema: string): Promise<string | null> {
  const tables = await tablesIn(db)
  if (tables.length === 0) return null
  await db.schema.createSchema(schema).execute()
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} set schema ${sql.id(schema)}`.execute(db)
    // Kysely looks for its books in every schema: under their own name it would take these for the new ones.
    if (isMigrationTable(table))
      await sql`alter table ${sql.table(`${schema}.${table}`)} rename to ${sql.id(`former_${table}`)}`.execute(
        db,
      )
  }
  return `the schema ${schema}`
}

async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
