import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, sql } from 'kysely'

import type { Log } from '#app/platform/log.server.ts'

import {
  APPLICATION_ID,
  checkSqlite,
  countTables,
  refuseDamaged,
  type SqliteChecks,
} from './check-sqlite.server.ts'
import { DatabaseRefused, type Engine } from './engine.server.ts'
import type { Database } from './schema/index.ts'
import { NodeSqliteDialect } from './sqlite-driver.server.ts'
import { refuseSecondConnection } from './transaction.server.ts'

/** How long the opening waits for another process, in milliseconds; nothing is served yet that would wait with it. */
const OPENING_TIMEOUT = 5000

export const SQLITE_FILE = 'foyer.sqlite'

/**
 * Opens the embedded database in `dataDir`, made where it is missing.
 * @param options.patience how long a statement waits for another process, in milliseconds.
 * @throws {DatabaseRefused} when `checkSqlite` refuses it; each byte is then as it was.
 */
export function openSqlite(
  dataDir: string,
  log: Log | null = null,
  { patience, ...checks }: SqliteChecks & { patience?: number } = {},
): Engine {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, SQLITE_FILE)
  const database = openFile(path, checks)
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database, log, patience) })
  return {
    name: 'sqlite',
    db,
    skipLocked: (query) => query,
    // `begin immediate` has already made this transaction the only writer.
    lockUntilCommit: async () => {},
    // `secure_delete` has overwritten the rows; the write-ahead log still holds the pages as they were.
    async scrub() {
      if (await isLogHeld(db))
        throw new Error('The write-ahead log could not be emptied: another process is reading the database.')
    },
    async checkIntegrity() {
      refuseDamaged(database, path)
    },
    // Past the queue: it is answered while a transaction waits for another process.
    async ping() {
      refuseSecondConnection()
      database.prepare('select 1').get()
    },
    connections: () => null,
    close: () => db.destroy(),
  }
}

/** Empties the write-ahead log, or tells that a reader holds it: a backup of our own would be waited for in vain. */
async function isLogHeld(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy !== 0
}

function openFile(path: string, checks: SqliteChecks): DatabaseSync {
  try {
    const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
    if (isNew) makeEmptyFile(path)
    else checkSqlite(path, checks)
    const database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT, enableForeignKeyConstraints: true })
    try {
      if (countTables(database) === 0) database.exec(`pragma application_id = ${APPLICATION_ID}`)
      // FULL flushes the write-ahead log at each commit: what was answered survives a power cut. `secure_delete`
      // overwrites what is deleted, pages that are given back whole included, which `fast` leaves as they were.
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma secure_delete = on',
      )
      // From here on the driver waits, and not the thread. Checkpoints of commits wait for nobody in any case.
      database.exec('pragma busy_timeout = 0')
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

/** SQLite gives the files beside a database the database's own mode, and deletes the log beside an empty one. */
function makeEmptyFile(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new DatabaseRefused(
      `${path} is missing or empty, and beside it lies the log of a database. Nothing was changed; restore the newest backup.`,
    )
  closeSync(openSync(path, 'a', 0o600))
}
