import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'

import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'

import { timeStamp } from '../backup-format.ts'
import { type Base, namesIn } from './catalog.ts'
import { ContinuityLost, followLog, type LogFollower, LONG_LOG } from './follow-log.server.ts'
import { createKeeper, type KeeperParts } from './stored-catalog.server.ts'
import {
  blankPages,
  bodyOfPages,
  type Changes,
  deleteSecrets,
  mergeChanges,
  pagesOfSecrets,
} from './changed-pages.server.ts'
import type { ObjectWriter } from './sealed-object.server.ts'
import type { FromShipper, ShipState } from './ship-messages.ts'

/** Bytes to keep in memory while the target is unreachable. Beyond it, a new base is cheaper. */
const MOST_WAITING = 64 * 1024 * 1024
/** A new base is due after this many bytes of segments, and after twice the base's size. */
const LEAST_BEFORE_BASE = 64 * 1024 * 1024
const LONGEST_PAUSE = MINUTE

export type ShipperParts = KeeperParts & {
  readonly dataDir: string
  readonly databasePath: string
  readonly prefix: string
  readonly write: ObjectWriter
  tell(message: FromShipper): void
}

/**
 * Ships a base, then segments of changed pages, and a base each night. Call `turn` again and again, one at a time.
 */
export function createShipper(parts: ShipperParts) {
  const { tell, now, target, write } = parts
  const names = namesIn(parts.stream)
  const keeper = createKeeper(parts)
  const temporary = join(parts.dataDir, 'shipping-base.sqlite')
  let log: LogFollower | null = null
  let lineage = ''
  let base: { at: number; bytes: number; since: number } | null = null
  let waiting: Changes | null = null
  let blank: ReadonlySet<number> = new Set()
  let shipped = 0
  let frames = 0
  let copying: Promise<void> | null = null
  let writingBase: Promise<void> | null = null
  let shipping: Promise<void> | null = null
  let failure: unknown = null
  let tries = 0
  let retryAt = 0
  let state: ShipState = { upTo: null, lastAt: null, segments: 0, bytes: 0, failure: null }

  async function turn(): Promise<void> {
    try {
      if (failure !== null) throw failure
      if (!log && (now() < retryAt || writingBase || shipping)) return
      if (!log) await begin()
      const at = now()
      const mayWrite = at >= retryAt
      if (base && !writingBase && mayWrite && isBaseDue(base, at)) startBase(at, shipped + 1)
      await read()
      if (!base || shipping || !mayWrite) return
      if (waiting) startShipping(waiting, at)
      else upTo(at)
      if (frames > LONG_LOG) tell({ kind: 'want-quiet' })
    } catch (error) {
      failure = null
      fail(error)
      if (error instanceof ContinuityLost || !base) await letGo()
    } finally {
      tell({ kind: 'state', state })
    }
  }

  async function begin(): Promise<void> {
    await target.enrol(parts.prefix, parts.stream)
    log = await followLog(parts.databasePath)
    tell({ kind: 'following', isFollowing: true })
    lineage = `${timeStamp(now()).toLowerCase()}-${randomBytes(4).toString('hex')}`
    shipped = 0
    startBase(now(), 1)
  }

  async function read(options?: { empties: boolean }): Promise<void> {
    const found = await log?.catchUp(options)
    if (!found) return
    frames = found.frames
    waiting = mergeChanges(waiting, { ...found, pages: blankPages(found.pages, blank) })
    if (waiting.pages.size * waiting.pageSize > MOST_WAITING)
      throw new ContinuityLost('More waits to be shipped than is kept in memory.')
  }

  function startShipping(changes: Changes, at: number): void {
    const ours = lineage
    const segment = shipped + 1
    const { pageSize, databasePages } = changes
    waiting = null
    shipping = target
      .write(
        names.segment(ours, segment),
        write({ kind: 'segment', lineage: ours, segment, at, pageSize, databasePages }, bodyOfPages(changes)),
      )
      .then((bytes) => {
        if (ours !== lineage || !base) return
        shipped = segment
        base.since += bytes
        state = { ...state, lastAt: at, segments: state.segments + 1, bytes: state.bytes + bytes }
        upTo(at)
        tell({ kind: 'state', state })
      })
      .catch((error: unknown) => {
        if (ours !== lineage || !log) return
        waiting = waiting ? mergeChanges(changes, waiting) : changes
        failure = error
      })
      .finally(() => {
        shipping = null
      })
  }

  function upTo(at: number): void {
    state = { ...state, upTo: at, failure: null }
    tries = 0
  }

  function isBaseDue({ at, bytes, since }: NonNullable<typeof base>, time: number): boolean {
    // Bases are due at 01:00 UTC, like the nightly backups.
    const nightOf = (moment: number) => Math.floor((moment - HOUR) / DAY)
    return (since > 0 && nightOf(time) > nightOf(at)) || since > Math.max(LEAST_BEFORE_BASE, 2 * bytes)
  }

  /** @param segment the first segment after the base. */
  function startBase(at: number, segment: number): void {
    if (!log) return
    const snapshot = log.snapshot()
    blank = pagesOfSecrets(snapshot)
    const ours = lineage
    writingBase = writeBase(snapshot, { lineage, segment, at, databaseBytes: 0 })
      .catch((error: unknown) => {
        if (ours === lineage && log) failure = error
      })
      .finally(() => {
        writingBase = null
      })
  }

  async function writeBase(snapshot: DatabaseSync, entry: Base): Promise<void> {
    const start = performance.now()
    try {
      copying = copyBase(snapshot)
      await copying
      const { size } = await stat(temporary)
      const { lineage: ours, segment, at } = entry
      const file = createReadStream(temporary) as AsyncIterable<Buffer>
      const body = write({ kind: 'base', lineage: ours, segment, at }, file)
      const bytes = await target.write(names.base(entry), body)
      await keeper.add({ ...entry, databaseBytes: size })
      // An abandoned lineage still gets its base, but the next lineage needs its own.
      if (ours === lineage && log) base = { at, bytes, since: 0 }
      state = { ...state, bytes: state.bytes + bytes }
      tell({ kind: 'based', bytes, milliseconds: Math.round(performance.now() - start) })
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async function copyBase(snapshot: DatabaseSync): Promise<void> {
    try {
      await rm(temporary, { force: true })
      await backup(snapshot, temporary, { rate: 1024 })
      deleteSecrets(temporary)
    } finally {
      snapshot.close()
      copying = null
    }
  }

  function fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof ContinuityLost) {
      tell({ kind: 'lost', reason })
      return
    }
    tries += 1
    retryAt = now() + Math.min(LONGEST_PAUSE, SECOND * 2 ** tries)
    state = { ...state, failure: { at: now(), reason } }
    tell({ kind: 'failed', reason })
  }

  /** Ends every read transaction. The next turn begins a new lineage. */
  async function letGo(): Promise<void> {
    const closing = log
    log = null
    base = null
    waiting = null
    failure = null
    await copying?.catch(() => {})
    await closing?.close()
    if (closing) tell({ kind: 'following', isFollowing: false })
  }

  return {
    turn,
    letGo,
    emptyLog: () => read({ empties: true }),
    retire: () => keeper.retire(),
    async stop(): Promise<void> {
      await Promise.all([writingBase, shipping])
      await turn()
      await shipping
      await letGo()
    },
  }
}
