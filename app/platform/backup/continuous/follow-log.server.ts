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

/** Frames worth a checkpoint: 2 MB. */
const CHECKPOINT_AFTER = 500
/** Frames in which the log has grown too long, for it was never read to its end at a moment when nobody wrote: 16 MB. */
export const LONG_LOG = 4096
/** Frames that are not read into memory; a new base costs no more. */
const MOST_FRAMES = 16_384

/** The log was begun anew behind our back, or holds too much: what follows needs a new base. */
export class ContinuityLost extends Error {
  override name = 'ContinuityLost'
}

const UNLIKE = 'The write-ahead log is not what SQLite says of it.'

export type CaughtUp = Changes & {
  /** Frames in the log; it is used again from its beginning once all are in the database and nobody reads them. */
  readonly frames: number
}

/**
 * Reads what is committed out of SQLite's write-ahead log before SQLite uses the log again. It does so only when no read
 * transaction looks into the log, so one is held all the time, and the next begins before the former ends. One that
 * begins while the whole log is in the database looks into the database alone: SQLite may then use the log again, but only
 * once, for the same transaction keeps the pages that are written next out of the database. So between two looks at most one new log
 * begins, and nothing of the former is unread (docs/decisions/0033).
 *
 * The log's file alone is opened here: closing another of the database's files would drop the locks that SQLite holds for
 * the whole process (sqlite.org/howtocorrupt.html).
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

  /** What is there already is in the first base. */
  async function skipToEnd(): Promise<void> {
    const { header, frames } = await lookAtLog()
    if (!header || !file) return
    const skipped = await readCommits(file, beginningOf(header), frames, { keepsPages: false })
    if (skipped.position.frames < frames) throw new ContinuityLost(UNLIKE)
    position = skipped.position
  }

  /**
   * The next reader begins, then what it sees is read, then the former ends.
   * @param empties lets SQLite use the log again where nobody has written meanwhile, however short it is.
   */
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

  /** Header and length of one and the same log: a new one may begin in between. */
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

  /** Brings what was read into the database, and lets SQLite use the log again where nothing has come since. */
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
    /** A connection that goes on seeing the database as it is now; whoever takes it closes it. */
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

/** `begin` alone reads nothing yet, and so holds nothing. */
function beginRead(reader: DatabaseSync): void {
  reader.exec('begin')
  try {
    reader.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    reader.exec('rollback')
    throw error
  }
}
