import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, sql } from 'kysely'

import type { Log } from '#app/platform/log.server.ts'

import { DatabaseRefused, type Engine } from './engine.server.ts'
import type { Database } from './schema/index.ts'
import { NodeSqliteDialect } from './sqlite-driver.server.ts'

/** Checking reads every page, about 1 GB/s: larger files are left to the nightly backup, which reads every row, so that the start stays short. */
const CHECKED_AT_START = 256 * 1024 * 1024

/** How long a statement waits for another process, in milliseconds; the event loop waits with it. */
const BUSY_TIMEOUT = 5000

export const SQLITE_FILE = 'foyer.sqlite'

/** `foyr` in ASCII, stored in the file's header: another program's database is refused, not migrated. */
const APPLICATION_ID = 0x666f_7972

/**
 * Opens the embedded database in `dataDir`, made where it is missing.
 * @throws {DatabaseRefused} when the file is damaged, not a database, or another program's.
 */
export function openSqlite(dataDir: string, log: Log | null = null): Engine {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, SQLITE_FILE)
  const database = openFile(path)
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database, log) })
  return {
    name: 'sqlite',
    db,
    skipLocked: (query) => query,
    // `begin immediate` has already made this transaction the only writer.
    lockUntilCommit: async () => {},
    // `secure_delete` has overwritten the rows; the write-ahead log still holds the pages as they were.
    async scrub() {
      if (await db.connection().execute(isLogHeld))
        throw new Error('The write-ahead log could not be emptied: another process is reading the database.')
    },
    async checkIntegrity() {
      refuseDamaged(database, path)
    },
    async ping() {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}

/** Empties the write-ahead log, or tells that a reader holds it: a backup of our own would be waited for in vain. */
async function isLogHeld(connection: Kysely<Database>): Promise<boolean> {
  await sql`pragma busy_timeout = 0`.execute(connection)
  try {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
    return rows[0]?.busy !== 0
  } finally {
    await sql`pragma busy_timeout = ${sql.raw(String(BUSY_TIMEOUT))}`.execute(connection)
  }
}

function openFile(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
    try {
      refuseForeign(database, path)
      if (statSync(path).size < CHECKED_AT_START) refuseDamaged(database, path)
      // FULL flushes the write-ahead log at each commit: what was answered survives a power cut. `secure_delete`
      // overwrites what is deleted, pages that are given back whole included, which `fast` leaves as they were.
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma secure_delete = on',
      )
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    throw new DatabaseRefused(
      `The database ${path} cannot be opened: ${(error as Error).message}. Nothing was changed. ` +
        'If the disk is well, restore the newest backup.',
      { cause: error },
    )
  }
}

function refuseForeign(database: DatabaseSync, path: string): void {
  const id = database.prepare('pragma application_id').get()?.['application_id']
  const tables = database.prepare('select count(*) as n from sqlite_schema').get()?.['n']
  if (tables === 0) database.exec(`pragma application_id = ${APPLICATION_ID}`)
  else if (id !== APPLICATION_ID)
    throw new DatabaseRefused(
      `${path} is another program's database. Nothing was changed; set DATA_DIR elsewhere.`,
    )
}

function refuseDamaged(database: DatabaseSync, path: string): void {
  const finding = database.prepare('pragma quick_check(1)').get()?.['quick_check']
  if (finding !== 'ok')
    throw new DatabaseRefused(
      `The database ${path} is damaged (${String(finding)}). Nothing was changed; restore the newest backup.`,
    )
}
