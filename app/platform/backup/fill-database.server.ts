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

/** Some rows of one table; a table's slices follow each other, and follow those of the tables it refers to. */
export type TableSlice = { table: string; columns: readonly string[]; rows: StoredValue[][] }

export type Contents = {
  /** What the database they come from had been migrated by. */
  readonly migrations: readonly string[]
  slices(): AsyncIterable<TableSlice>
  /** What the tables must come to; asked once all slices were taken. */
  expected(): readonly TableDigest[]
}

/**
 * Fills an empty database in one transaction: makes the tables as they were, puts the rows in, holds them against their
 * checksums, and brings all to this version. `prepare` and `finish` are handed an engine whose handle is the transaction.
 * A server that starts meanwhile waits until it ends; to find out that the database is empty is `prepare`'s, for only
 * then nobody can fill it any more.
 * @throws {BackupRefused | DatabaseRefused} and nothing was changed.
 */
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
    // One that had migrated before the lock was ours listens by now.
    await refuseRunningServers(inside)
    await finish(inside)
  })
}

/** What a backup that was verified holds. */
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
  if (!migration) throw new BackupRefused(`This version knows no migration ${name}.`)
  return migration
}

async function insertSlices({ name, db }: Engine, contents: Contents): Promise<void> {
  const stored = storedTablesOf({ name })
  const tables = await stored.list(db)
  // Migrations may have left rows of their own; what refers to others goes first.
  for (const table of tables.toReversed()) await db.deleteFrom(table.name as keyof Database).execute()
  const byName = new Map(tables.map((table) => [table.name, table]))
  for await (const slice of contents.slices()) {
    const table = byName.get(slice.table)
    if (!table || table.columns.join() !== [...slice.columns].join())
      throw new BackupRefused(
        `The table ${slice.table} is not as its migrations make it. Nothing was changed.`,
      )
    if (slice.rows.length > 0) await insert(stored.insert(db, table, slice.rows), table)
  }
}

/** PostgreSQL refuses what SQLite took, as a NUL in a text; which table it was is what helps. */
async function insert(inserted: Promise<void>, table: StoredTable): Promise<void> {
  await inserted.catch((error: unknown) => {
    throw new BackupRefused(
      `A row of ${table.name} was refused: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  })
}
