import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import type { Changes } from './changed-pages.server.ts'
import {
  beginningOf,
  type Commits,
  readCommits,
  readWalHeader,
  type WalPosition,
} from './read-commits.server.ts'
import { isNextLog, isSameLog, type WalHeader } from '#app/platform/db/wal-frames.ts'

const CHECKPOINT_AFTER = 500
export const LONG_LOG = 4096
const MOST_FRAMES = 16_384

/** The log was restarted by another process or is too large, so a new base is needed. */
export class ContinuityLost extends Error {
  override name = 'ContinuityLost'
}

const UNLIKE = 'The write-ahead log is not what SQLite says of it.'

export type CaughtUp = Changes & {
  /** Frames in the log. SQLite reuses the log once all of them are in the database and nobody reads them. */
  readonly frames: number
}

/**
 * A read transaction is always held, so that SQLite restarts the log at most once between two reads
 * (docs/decisions/0033). Only the log is opened as a file: closing the others would drop SQLite's locks
 * (sqlite.org/howtocorrupt.html).
 */
export async function followLog(path: string) {
  const keeper = new DatabaseSync(path, { timeout: 0 })
  keeper.exec('pragma wal_autocheckpoint = 0')
  let readers: [DatabaseSync, DatabaseSync] = [openReader(path), openReader(path)]
  beginRead(readers[0])
  let file: FileHandle | null = null
  let position: WalPosition | null = null
  let inDatabase = 0
  try {
    await skipToEnd()
  } catch (error) {
    await close()
    throw error
  }

  /** The first base already contains what is in the log. */
  async function skipToEnd(): Promise<void> {
    const { header, frames } = await lookAtLog()
    if (!header || !file) return
    const skipped = await readCommits(file, beginningOf(header), frames, { keepsPages: false })
    if (skipped.position.frames < frames) throw new ContinuityLost(UNLIKE)
    position = skipped.position
  }

  /** The next reader begins before the former ends. @param empties lets SQLite reuse the log even if it is short. */
  async function catchUp({ empties = false } = {}): Promise<CaughtUp | null> {
    const [held, next] = readers
    beginRead(next)
    let commits: Commits | null
    try {
      commits = await readNew()
    } catch (error) {
      next.exec('rollback')
      throw error
    }
    held.exec('rollback')
    readers = [next, held]
    if (commits) position = commits.position
    if (empties || (position?.frames ?? 0) - inDatabase >= CHECKPOINT_AFTER) checkpoint()
    if (!commits?.databasePages) return null
    const { pages, databasePages } = commits
    const { header, frames } = commits.position
    return { pages, databasePages, pageSize: header.pageSize, frames }
  }

  async function readNew(): Promise<Commits | null> {
    const { header, frames } = await lookAtLog()
    if (!header || !file || frames === 0) return null
    let from: WalPosition
    if (position && isSameLog(position.header, header)) from = position
    else if (!position || isNextLog(position.header, header)) {
      from = beginningOf(header)
      inDatabase = 0
    } else throw new ContinuityLost('The write-ahead log was emptied by another process.')
    if (frames <= from.frames) return null
    if (frames - from.frames > MOST_FRAMES)
      throw new ContinuityLost('More was written at once than is read into memory.')
    const commits = await readCommits(file, from, frames)
    if (commits.position.frames < frames) throw new ContinuityLost(UNLIKE)
    return commits
  }

  /** Reads header and length of the same log: another process may restart it in between. */
  async function lookAtLog(): Promise<{ header: WalHeader | null; frames: number }> {
    for (;;) {
      const before = await headerNow()
      const { log } = checkpointState('noop')
      const after = await headerNow()
      if ((before === null && after === null) || (before && after && isSameLog(before, after)))
        return { header: after, frames: log }
    }
  }

  async function headerNow(): Promise<WalHeader | null> {
    if (!file && existsSync(`${path}-wal`)) file = await open(`${path}-wal`)
    return file ? readWalHeader(file) : null
  }

  function checkpoint(): void {
    const { log, checkpointed } = checkpointState('passive')
    inDatabase = checkpointed
    if (checkpointed < log) return
    const [held, next] = readers
    beginRead(next)
    held.exec('rollback')
    readers = [next, held]
  }

  function checkpointState(mode: 'noop' | 'passive'): { log: number; checkpointed: number } {
    const row = keeper.prepare(`pragma wal_checkpoint(${mode})`).get()
    return { log: Number(row?.['log']), checkpointed: Number(row?.['checkpointed']) }
  }

  async function close(): Promise<void> {
    for (const connection of [...readers, keeper]) connection.close()
    await file?.close()
  }

  return {
    catchUp,
    /** A connection that keeps seeing the present state. The caller closes it. */
    snapshot(): DatabaseSync {
      const reader = openReader(path)
      beginRead(reader)
      return reader
    },
    close,
  }
}

export type LogFollower = Awaited<ReturnType<typeof followLog>>

function openReader(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 1000 })
}

/** `begin` alone takes no lock; a read does. */
function beginRead(reader: DatabaseSync): void {
  reader.exec('begin')
  try {
    reader.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    reader.exec('rollback')
    throw error
  }
}
