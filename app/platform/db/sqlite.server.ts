import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, sql } from 'kysely'

import type { Log } from '#app/platform/log.server.ts'

import {
  APPLICATION_ID,
  checkSqlite,
  countTables,
  refuseDamaged,
  sizeOf,
  type SqliteChecks,
} from './check-sqlite.server.ts'
import { DatabaseRefused, type Engine } from './engine.server.ts'
import type { Database } from './schema/index.ts'
import { NodeSqliteDialect } from './sqlite-driver.server.ts'
import { refuseSecondConnection } from './transaction.server.ts'

const OPENING_TIMEOUT = 5000

export const SQLITE_FILE = 'foyer.sqlite'

/** @throws {DatabaseRefused} if `checkSqlite` refuses the file, which then stays unchanged. */
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
    // `begin immediate` already made this transaction the only writer.
    lockUntilCommit: async () => {},
    // `secure_delete` overwrites rows in the file, but the log still contains the old pages.
    async scrub() {
      if (await isLogHeld(db))
        throw new Error('The write-ahead log could not be emptied: another process is reading the database.')
    },
    async checkIntegrity() {
      refuseDamaged(database, path)
    },
    // Bypasses the queue, so it answers while a transaction waits.
    async ping() {
      refuseSecondConnection()
      database.prepare('select 1').get()
    },
    connections: () => null,
    close: () => db.destroy(),
  }
}

async function isLogHeld(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy !== 0
}

function openFile(path: string, checks: SqliteChecks): DatabaseSync {
  try {
    const isNew = sizeOf(path) === 0
    if (isNew) makeEmptyFile(path)
    else checkSqlite(path, checks)
    const database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT, enableForeignKeyConstraints: true })
    try {
      if (countTables(database) === 0) database.exec(`pragma application_id = ${APPLICATION_ID}`)
      // `full` flushes each commit, which then survives a power cut. Unlike `fast`, `on` also overwrites freed pages.
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma secure_delete = on',
      )
      // From here on, the driver waits without blocking the thread.
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
        'If the disk is healthy, restore the newest backup.',
      { cause: error },
    )
  }
}

/** SQLite gives the log the mode of this file. It would delete a log beside an empty database. */
function makeEmptyFile(path: string): void {
  if (sizeOf(`${path}-wal`) > 0)
    throw new DatabaseRefused(
      `${path} is missing or empty, but the write-ahead log of a database is beside it. Nothing was changed; restore the newest backup.`,
    )
  closeSync(openSync(path, 'a', 0o600))
}
