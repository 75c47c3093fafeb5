import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'

import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'

import { timeStamp } from '../backup-format.ts'
import { type Base, namesIn } from './catalog.ts'
import { ContinuityLost, followLog, type LogFollower, LONG_LOG_FRAMES } from './follow-log.server.ts'
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
/** A new base is written once the segments since the last one exceed this many bytes and twice that base's size. */
const LEAST_BEFORE_BASE = 64 * 1024 * 1024
const LONGEST_PAUSE = MINUTE

export type ShipperParts = KeeperParts & {
  readonly dataDir: string
  readonly databasePath: string
  readonly prefix: string
  readonly write: ObjectWriter
  tell(message: FromShipper): void
}

type Ship = {
  readonly parts: ShipperParts
  readonly names: ReturnType<typeof namesIn>
  readonly keeper: ReturnType<typeof createKeeper>
  /** The copy that a base is made from. */
  readonly temporary: string
  log: LogFollower | null
  lineage: string
  base: { at: number; bytes: number; since: number } | null
  waiting: Changes | null
  /** Pages of tables that must not be shipped. */
  blank: ReadonlySet<number>
  /** The number of the last shipped segment. */
  shipped: number
  frames: number
  copying: Promise<void> | null
  writingBase: Promise<void> | null
  shipping: Promise<void> | null
  /** The error of a background write; the next turn throws it. */
  failure: unknown
  tries: number
  retryAt: number
  state: ShipState
}

/** Ships a base, then segments of changed pages, and a new base each night. Call `turn` repeatedly, one at a time. */
export function createShipper(parts: ShipperParts) {
  const ship: Ship = {
    parts,
    names: namesIn(parts.stream),
    keeper: createKeeper(parts),
    temporary: join(parts.dataDir, 'shipping-base.sqlite'),
    log: null,
    lineage: '',
    base: null,
    waiting: null,
    blank: new Set(),
    shipped: 0,
    frames: 0,
    copying: null,
    writingBase: null,
    shipping: null,
    failure: null,
    tries: 0,
    retryAt: 0,
    state: { upTo: null, lastAt: null, segments: 0, bytes: 0, failure: null },
  }
  return {
    turn: () => turn(ship),
    letGo: () => letGo(ship),
    emptyLog: () => read(ship, { empties: true }),
    retire: () => ship.keeper.retire(),
    async stop(): Promise<void> {
      await Promise.all([ship.writingBase, ship.shipping])
      await turn(ship)
      await ship.shipping
      await letGo(ship)
    },
  }
}

async function turn(ship: Ship): Promise<void> {
  const { now, tell } = ship.parts
  try {
    if (ship.failure !== null) throw ship.failure
    if (!ship.log && (now() < ship.retryAt || ship.writingBase || ship.shipping)) return
    if (!ship.log) await begin(ship)
    const at = now()
    const mayWrite = at >= ship.retryAt
    if (ship.base && !ship.writingBase && mayWrite && isBaseDue(ship.base, at))
      startBase(ship, at, ship.shipped + 1)
    await read(ship)
    if (!ship.base || ship.shipping || !mayWrite) return
    if (ship.waiting) startShipping(ship, ship.waiting, at)
    else setUpTo(ship, at)
    if (ship.frames > LONG_LOG_FRAMES) tell({ kind: 'want-quiet' })
  } catch (error) {
    ship.failure = null
    fail(ship, error)
    if (error instanceof ContinuityLost || !ship.base) await letGo(ship)
  } finally {
    tell({ kind: 'state', state: ship.state })
  }
}

async function begin(ship: Ship): Promise<void> {
  const { target, prefix, stream, databasePath, now, tell } = ship.parts
  await target.enrol(prefix, stream)
  ship.log = await followLog(databasePath)
  tell({ kind: 'following', isFollowing: true })
  ship.lineage = `${timeStamp(now()).toLowerCase()}-${randomBytes(4).toString('hex')}`
  ship.shipped = 0
  startBase(ship, now(), 1)
}

async function read(ship: Ship, options?: { empties: boolean }): Promise<void> {
  const found = await ship.log?.catchUp(options)
  if (!found) return
  ship.frames = found.frames
  const waiting = mergeChanges(ship.waiting, { ...found, pages: blankPages(found.pages, ship.blank) })
  ship.waiting = waiting
  if (waiting.pages.size * waiting.pageSize > MOST_WAITING)
    throw new ContinuityLost('More is waiting to be shipped than fits into memory.')
}

function startShipping(ship: Ship, changes: Changes, at: number): void {
  const { lineage, names } = ship
  const { target, write, tell } = ship.parts
  const segment = ship.shipped + 1
  const { pageSize, databasePages } = changes
  ship.waiting = null
  ship.shipping = target
    .write(
      names.segment(lineage, segment),
      write({ kind: 'segment', lineage, segment, at, pageSize, databasePages }, bodyOfPages(changes)),
    )
    .then((bytes) => {
      if (lineage !== ship.lineage || !ship.base) return
      ship.shipped = segment
      ship.base.since += bytes
      const { state } = ship
      ship.state = { ...state, lastAt: at, segments: state.segments + 1, bytes: state.bytes + bytes }
      setUpTo(ship, at)
      tell({ kind: 'state', state: ship.state })
    })
    .catch((error: unknown) => {
      if (lineage !== ship.lineage || !ship.log) return
      ship.waiting = ship.waiting ? mergeChanges(changes, ship.waiting) : changes
      ship.failure = error
    })
    .finally(() => {
      ship.shipping = null
    })
}

function setUpTo(ship: Ship, at: number): void {
  ship.state = { ...ship.state, upTo: at, failure: null }
  ship.tries = 0
}

function isBaseDue({ at, bytes, since }: NonNullable<Ship['base']>, time: number): boolean {
  // Bases are due at 01:00 UTC, like the nightly backups.
  const nightOf = (moment: number) => Math.floor((moment - HOUR) / DAY)
  return (since > 0 && nightOf(time) > nightOf(at)) || since > Math.max(LEAST_BEFORE_BASE, 2 * bytes)
}

function startBase(ship: Ship, at: number, segment: number): void {
  if (!ship.log) return
  const { lineage } = ship
  const snapshot = ship.log.snapshot()
  ship.blank = pagesOfSecrets(snapshot)
  ship.writingBase = writeBase(ship, snapshot, { lineage, segment, at, databaseBytes: 0 })
    .catch((error: unknown) => {
      if (lineage === ship.lineage && ship.log) ship.failure = error
    })
    .finally(() => {
      ship.writingBase = null
    })
}

async function writeBase(ship: Ship, snapshot: DatabaseSync, entry: Base): Promise<void> {
  const { temporary, names, keeper } = ship
  const { target, write, tell } = ship.parts
  const start = performance.now()
  try {
    ship.copying = copyBase(ship, snapshot)
    await ship.copying
    const { size } = await stat(temporary)
    const { lineage, segment, at } = entry
    const file = createReadStream(temporary) as AsyncIterable<Buffer>
    const bytes = await target.write(names.base(entry), write({ kind: 'base', lineage, segment, at }, file))
    await keeper.add({ ...entry, databaseBytes: size })
    // A base of an abandoned lineage is still stored, but the current lineage needs its own.
    if (lineage === ship.lineage && ship.log) ship.base = { at, bytes, since: 0 }
    ship.state = { ...ship.state, bytes: ship.state.bytes + bytes }
    tell({ kind: 'based', bytes, milliseconds: Math.round(performance.now() - start) })
  } finally {
    await rm(temporary, { force: true })
  }
}

async function copyBase(ship: Ship, snapshot: DatabaseSync): Promise<void> {
  try {
    await rm(ship.temporary, { force: true })
    await backup(snapshot, ship.temporary, { rate: 1024 })
    deleteSecrets(ship.temporary)
  } finally {
    snapshot.close()
    ship.copying = null
  }
}

function fail(ship: Ship, error: unknown): void {
  const { now, tell } = ship.parts
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof ContinuityLost) {
    tell({ kind: 'lost', reason })
    return
  }
  ship.tries += 1
  ship.retryAt = now() + Math.min(LONGEST_PAUSE, SECOND * 2 ** ship.tries)
  ship.state = { ...ship.state, failure: { at: now(), reason } }
  tell({ kind: 'failed', reason })
}

/** Ends every read transaction. The next turn begins a new lineage. */
async function letGo(ship: Ship): Promise<void> {
  const closing = ship.log
  ship.log = null
  ship.base = null
  ship.waiting = null
  ship.failure = null
  await ship.copying?.catch(() => {})
  await closing?.close()
  if (closing) ship.parts.tell({ kind: 'following', isFollowing: false })
}
