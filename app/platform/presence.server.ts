import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { SECOND } from './clock.ts'
import { DatabaseRefused, type Engine } from './db/engine.server.ts'

export type Presence = { release(): void }

export type SharedPresence = Presence & {
  /** Whether no other process was using the folder. */ wasAlone: boolean
}

/** Uses SQLite's lock on an empty file, so it ends with the process. @throws {DatabaseRefused} during a restore. */
export function holdPresence(dataDir: string): SharedPresence {
  const lock = openLock(dataDir)
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

/** Locks all other processes out. @throws {DatabaseRefused} if one uses the folder. */
export function holdAlone(dataDir: string): Presence {
  const lock = openLock(dataDir)
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

function openLock(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'in-use')
  closeSync(openSync(path, 'a', 0o600))
  return new DatabaseSync(path, { timeout: 0 })
}

/** Each server keeps a connection for signals; a new one waits for the migration lock. @throws {DatabaseRefused} */
export async function refuseRunningServers(engine: Engine): Promise<void> {
  const servers = await countRunningServers(engine)
  if (servers > 0)
    throw new DatabaseRefused(
      `${servers} ${servers === 1 ? 'process is' : 'processes are'} using the database at DATABASE_URL. Stop the servers first. Nothing was changed.`,
    )
}

export async function countRunningServers(engine: Engine): Promise<number> {
  if (engine.name === 'sqlite') return 0
  // PostgreSQL would otherwise repeat its first result within a transaction.
  await sql`select pg_stat_clear_snapshot()`.execute(engine.db)
  const { rows } = await sql<{ servers: number }>`
    select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = 'foyer signals'`.execute(engine.db)
  return assertDefined(rows[0], 'an aggregate returns a row').servers
}
