import type { Engine } from '#app/platform/db/engine.server.ts'
import { holdMigrations, migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { liftTimeouts, storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'
import type { StoredTable, StoredValue } from '#app/platform/db/tables/stored-tables.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { refuseRunningServers } from '#app/platform/presence.server.ts'

import { BackupRefused, type Manifest, rowOfLine } from './backup-format.ts'
import type { OpenedBackup } from './read-backup.server.ts'
import { digestTables, type TableDigest } from './table-digest.server.ts'
import { refuseDifferences } from './verify-backup.server.ts'

export type TableSlice = { table: string; columns: readonly string[]; rows: StoredValue[][] }

export type Contents = {
  readonly migrations: readonly string[]
  slices(): AsyncIterable<TableSlice>
  /** Must be called after all slices were read. */
  expected(): readonly TableDigest[]
}

/** Uses one transaction. `prepare` must check that the database is empty. @throws {BackupRefused | DatabaseRefused} */
export async function fillDatabase(
  engine: Engine,
  contents: Contents,
  { prepare, finish }: Record<'prepare' | 'finish', (engine: Engine) => Promise<void>>,
): Promise<void> {
  await withTransaction({ db: engine.db }, async ({ db }) => {
    const inside: Engine = { ...engine, db }
    if (engine.name === 'postgres') {
      await liftTimeouts(db)
      await holdMigrations(db)
    }
    await refuseRunningServers(inside)
    await prepare(inside)
    await migrate(inside, Object.fromEntries(contents.migrations.map((name) => [name, migrationOf(name)])))
    await insertSlices(inside, contents)
    refuseDifferences(contents.expected(), await digestTables(inside, db))
    await migrate(inside)
    // A server that migrated before we took the lock may be connected by now.
    await refuseRunningServers(inside)
    await finish(inside)
  })
}

export function contentsOf(backup: OpenedBackup, manifest: Manifest): Contents {
  return {
    migrations: manifest.migrations,
    expected: () => manifest.tables,
    async *slices() {
      let table = { table: '', columns: [] as string[] }
      for await (const entry of backup.entries()) {
        if (entry.kind === 'table') table = { table: entry.name, columns: entry.columns }
        if (entry.kind === 'rows') yield { ...table, rows: entry.lines.map(rowOfLine) }
      }
    },
  }
}

function migrationOf(name: string) {
  const migration = migrations[name]
  if (!migration) throw new BackupRefused(`This version has no migration ${name}.`)
  return migration
}

async function insertSlices({ name, db }: Engine, contents: Contents): Promise<void> {
  const stored = storedTablesOf({ name })
  const tables = await stored.list(db)
  // Migrations may have inserted rows. Tables that refer to others are emptied first.
  for (const table of tables.toReversed()) await db.deleteFrom(table.name as keyof Database).execute()
  const byName = new Map(tables.map((table) => [table.name, table]))
  for await (const slice of contents.slices()) {
    const table = byName.get(slice.table)
    if (!table || table.columns.join() !== [...slice.columns].join())
      throw new BackupRefused(
        `The table ${slice.table} does not have the columns that its migrations create. Nothing was changed.`,
      )
    if (slice.rows.length > 0) await insert(stored.insert(db, table, slice.rows), table)
  }
}

/** PostgreSQL refuses values that SQLite accepts, such as NUL in a text. The table's name helps to find them. */
async function insert(inserted: Promise<void>, table: StoredTable): Promise<void> {
  await inserted.catch((error: unknown) => {
    throw new BackupRefused(
      `A row of ${table.name} was refused: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  })
}
