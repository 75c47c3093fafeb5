import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'

import { SECOND } from './clock.ts'
import { DatabaseRefused, type Engine } from './db/engine.server.ts'

export type Presence = { release(): void }

/** As a process finds a data folder that it begins to use. */
export type SharedPresence = Presence & { /** Whether no other process was using it. */ wasAlone: boolean }

/**
 * Says that a process uses the embedded database of `dataDir`, until it ends in whatever way. Any number may; none while
 * a restore has it alone. The lock is SQLite's own on a file without content: the system lets it go with the process.
 * @throws {DatabaseRefused} during a restore.
 */
export function holdPresence(dataDir: string): SharedPresence {
  const lock = openLock(dataDir, 0)
  const wasAlone = isAlone(lock)
  try {
    lock.exec(`pragma busy_timeout = ${SECOND}`)
    lock.exec('begin')
    lock.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    lock.close()
    throw new DatabaseRefused(`${dataDir} is being restored or moved. Start again once that is done.`, {
      cause: error,
    })
  }
  return { wasAlone, release: () => lock.close() }
}

function isAlone(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive; rollback')
    return true
  } catch {
    return false
  }
}

/** Keeps every other process from `dataDir`. @throws {DatabaseRefused} while one uses it. */
export function holdAlone(dataDir: string): Presence {
  const lock = openLock(dataDir, 0)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new DatabaseRefused(
      `A server or another command is using ${dataDir}. Stop it first. Nothing was changed.`,
      {
        cause: error,
      },
    )
  }
  return { release: () => lock.close() }
}

function openLock(dataDir: string, timeout: number): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'in-use')
  closeSync(openSync(path, 'a', 0o600))
  return new DatabaseSync(path, { timeout })
}

/**
 * On PostgreSQL each server keeps a connection that waits for signals. One that starts later waits for the lock under
 * which migrations, and whoever fills the database, run.
 * @throws {DatabaseRefused} while a server is connected.
 */
export async function refuseRunningServers(engine: Engine): Promise<void> {
  const servers = await countRunningServers(engine)
  if (servers > 0)
    throw new DatabaseRefused(
      `${servers} ${servers === 1 ? 'process is' : 'processes are'} using the database at DATABASE_URL. Stop the servers first. Nothing was changed.`,
    )
}

/** Servers that are connected to PostgreSQL, this one included; the embedded database counts nobody. */
export async function countRunningServers(engine: Engine): Promise<number> {
  if (engine.name === 'sqlite') return 0
  // Within a transaction PostgreSQL would show whom it showed the first time.
  await sql`select pg_stat_clear_snapshot()`.execute(engine.db)
  const { rows } = await sql<{ servers: number }>`
    select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = 'foyer signals'`.execute(engine.db)
  return rows[0]?.servers ?? 0
}
