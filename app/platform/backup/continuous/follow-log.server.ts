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

const CHECKPOINT_AFTER_FRAMES = 500
/** 16 MB; the log only grows this long under continuous writes. */
export const LONG_LOG_FRAMES = 4096
/** Beyond this, a new base is cheaper than reading the log into memory. */
const MOST_FRAMES = 16_384

/** The log was restarted by another process or is too large, so a new base is needed. */
export class ContinuityLost extends Error {
  override name = 'ContinuityLost'
}

const UNLIKE = 'The write-ahead log differs from what SQLite reports.'

export type CaughtUp = Changes & {
  /** Frames in the log. SQLite reuses the log once all of them are in the database and nobody reads them. */
  readonly frames: number
}

type FollowedLog = {
  readonly path: string
  readonly keeper: DatabaseSync
  /** The current reader and the next. */
  readers: [DatabaseSync, DatabaseSync]
  file: FileHandle | null
  position: WalPosition | null
  /** Frames that are in the database too. */
  inDatabase: number
}

/**
 * A read transaction is always held, so that SQLite restarts the log at most once between two reads
 * (docs/decisions/0033). Only the log is opened as a file: closing the others would drop SQLite's locks
 * (sqlite.org/howtocorrupt.html).
 */
export async function followLog(path: string) {
  const keeper = new DatabaseSync(path, { timeout: 0 })
  keeper.exec('pragma wal_autocheckpoint = 0')
  const log: FollowedLog = {
    path,
    keeper,
    readers: [openReader(path), openReader(path)],
    file: null,
    position: null,
    inDatabase: 0,
  }
  beginRead(log.readers[0])
  try {
    await skipToEnd(log)
  } catch (error) {
    await close(log)
    throw error
  }
  return {
    /** @param options.empties lets SQLite reuse the log even if it is short */
    catchUp: (options?: { empties: boolean }) => catchUp(log, options),
    /** A connection that keeps seeing the present state. The caller closes it. */
    snapshot(): DatabaseSync {
      const reader = openReader(path)
      beginRead(reader)
      return reader
    },
    close: () => close(log),
  }
}

/** Skips what is in the log, because the first base already contains it. */
async function skipToEnd(log: FollowedLog): Promise<void> {
  const { header, frames } = await lookAt(log)
  if (!header || !log.file) return
  const skipped = await readCommits(log.file, beginningOf(header), frames, { keepsPages: false })
  if (skipped.position.frames < frames) throw new ContinuityLost(UNLIKE)
  log.position = skipped.position
}

/** Begins the next read transaction before the former ends, so that SQLite cannot restart the log twice. */
async function catchUp(log: FollowedLog, { empties } = { empties: false }): Promise<CaughtUp | null> {
  const [held, next] = log.readers
  beginRead(next)
  let commits: Commits | null
  try {
    commits = await readNew(log)
  } catch (error) {
    next.exec('rollback')
    throw error
  }
  held.exec('rollback')
  log.readers = [next, held]
  if (commits) log.position = commits.position
  const unmoved = log.position ? log.position.frames - log.inDatabase : 0
  if (empties || unmoved >= CHECKPOINT_AFTER_FRAMES) checkpoint(log)
  if (!commits?.databasePages) return null
  const { pages, databasePages } = commits
  const { header, frames } = commits.position
  return { pages, databasePages, pageSize: header.pageSize, frames }
}

async function readNew(log: FollowedLog): Promise<Commits | null> {
  const { header, frames } = await lookAt(log)
  if (!header || !log.file || frames === 0) return null
  let from: WalPosition
  if (log.position && isSameLog(log.position.header, header)) from = log.position
  else if (!log.position || isNextLog(log.position.header, header)) {
    from = beginningOf(header)
    log.inDatabase = 0
  } else throw new ContinuityLost('Another process emptied the write-ahead log.')
  if (frames <= from.frames) return null
  if (frames - from.frames > MOST_FRAMES)
    throw new ContinuityLost('Too much was written at once to hold it in memory.')
  const commits = await readCommits(log.file, from, frames)
  if (commits.position.frames < frames) throw new ContinuityLost(UNLIKE)
  return commits
}

/** Reads header and length of the same log: another process may restart it in between. */
async function lookAt(log: FollowedLog): Promise<{ header: WalHeader | null; frames: number }> {
  for (;;) {
    const before = await headerOf(log)
    const { frames } = checkpointState(log, 'noop')
    const after = await headerOf(log)
    if ((before === null && after === null) || (before && after && isSameLog(before, after)))
      return { header: after, frames }
  }
}

async function headerOf(log: FollowedLog): Promise<WalHeader | null> {
  if (!log.file && existsSync(`${log.path}-wal`)) log.file = await open(`${log.path}-wal`)
  return log.file ? readWalHeader(log.file) : null
}

function checkpoint(log: FollowedLog): void {
  const { frames, checkpointed } = checkpointState(log, 'passive')
  log.inDatabase = checkpointed
  if (checkpointed < frames) return
  const [held, next] = log.readers
  beginRead(next)
  held.exec('rollback')
  log.readers = [next, held]
}

function checkpointState(
  { keeper }: FollowedLog,
  mode: 'noop' | 'passive',
): { frames: number; checkpointed: number } {
  const row = keeper.prepare(`pragma wal_checkpoint(${mode})`).get()
  return { frames: Number(row?.['log']), checkpointed: Number(row?.['checkpointed']) }
}

async function close({ readers, keeper, file }: FollowedLog): Promise<void> {
  for (const connection of [...readers, keeper]) connection.close()
  await file?.close()
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
