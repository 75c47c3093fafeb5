import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'

import { sql } from 'kysely'

import { createQueue } from '#app/lib/one-at-a-time.ts'
import { programPath } from '#app/platform/program-path.ts'
import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import type { Vault } from '#app/platform/crypto/vault.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { storeDurably } from '#app/platform/files/folder-store.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import { backupSettings } from '../backup-settings.server.ts'
import { BackupRefused } from '../backup-format.ts'
import { streamPrefix } from './catalog.ts'
import { BACKUP_KEY, findShipPlace } from './ship-place.server.ts'
import type {
  FromShipper,
  ShipOptions,
  ShipPlace,
  ShippingState,
  ShipState,
  ToShipper,
} from './ship-messages.ts'
import { openShipTarget } from './ship-target.server.ts'
import { findBases } from './stored-catalog.server.ts'

/** Kept in the data folder, so that two folders with one secret never share a stream. */
const STREAM_FILE = 'continuous-id'
/** In pages. SQLite's default of 1000 applies again while the log is not followed. */
const AUTOCHECKPOINT = { followed: 32_768, unfollowed: 1000 }
const MAY_STOP_FOR = 3 * SECOND
const SCRUB_TRIES = 10
const MAY_EMPTY_FOR = SECOND
const MAY_HOLD_ON_FOR = 30 * SECOND
const FAR_BEHIND = MINUTE

export type Shipping = {
  state(): ShippingState | null
  /** The earliest moment that can be restored; null if there is none. */
  earliest(): Promise<number | null>
  /** The server must use these instead of its own. */
  readonly engine: Engine
  readonly files: FileStore
  stop(): Promise<void>
}

type Parts = {
  log: Log
  secret: string
  vault: Vault
  engine: Engine
  files: FileStore
  signals: Signals
}

/**
 * Ships the embedded database to the place that the variables name, or to the bucket that the owner connected, which it
 * follows when that changes. PostgreSQL has its own tools (docs/runbooks).
 */
export async function startShipping(env: Env, parts: Parts): Promise<Shipping> {
  const { log, secret, engine, files, signals } = parts
  if (engine.name !== 'sqlite')
    return { state: () => null, earliest: async () => null, engine, files, stop: async () => {} }
  let shipper: Shipper | null = null
  let refusal: ShippingState | null = null
  const inTurn = createQueue()
  async function end(): Promise<void> {
    if (!shipper) return
    await stop(shipper)
    shipper = null
    await setAutocheckpoint(engine, false)
  }
  const follow = () =>
    inTurn(async () => {
      try {
        const place = await findShipPlace(env, { ...parts, db: engine.db })
        refusal = null
        if (isDeepStrictEqual(place, shipper?.options.place ?? null)) return
        await end()
        if (place) shipper = await begin(env, parts, place)
      } catch (error) {
        log.error({ error }, 'continuous.failed')
        if (!(error instanceof BackupRefused)) return
        await end()
        refusal = { ...unshipped, target: 'the bucket', failure: { at: Date.now(), reason: error.message } }
      }
    })
  signals.subscribe(RESYNC, () => void follow())
  signals.subscribe(SETTINGS_TOPIC, (key) => {
    if (key === BACKUP_KEY) void follow()
  })
  await follow()
  return {
    state: () => (shipper ? stateOf(shipper) : refusal),
    async earliest() {
      if (!shipper) return null
      try {
        const bases = await findBases(openShipTarget(shipper.options.place), createSigner(secret), null)
        return bases.at(-1)?.at ?? null
      } catch (error) {
        if (error instanceof BackupRefused) return null
        throw error
      }
    },
    engine: { ...engine, scrub: (tables) => (shipper ? scrub(shipper, tables) : engine.scrub(tables)) },
    files: {
      ...files,
      get names() {
        return files.names
      },
      async put(name, bytes) {
        await files.put(name, bytes)
        if (files.names && shipper) post(shipper, { kind: 'file', name })
      },
    },
    stop: () => inTurn(async () => shipper && stop(shipper)).then(() => {}),
  }
}

const unshipped: ShipState = { upTo: null, lastAt: null, segments: 0, bytes: 0, failure: null }

async function begin(env: Env, parts: Parts, place: ShipPlace): Promise<Shipper> {
  const { secret, engine } = parts
  const shipper: Shipper = {
    ...parts,
    label: openShipTarget(place).label,
    options: {
      dataDir: env.dataDir,
      place,
      hasUploads: env.s3 === null,
      secret,
      databasePath: join(env.dataDir, SQLITE_FILE),
      stream: await streamOf(env, secret),
      keepDays: await keepDays(engine),
    },
    startedAt: Date.now(),
    worker: null,
    state: unshipped,
    isStopping: false,
    gone: Promise.withResolvers<void>(),
    emptying: new Map(),
  }
  startThread(shipper)
  return shipper
}

function stateOf({ state, label, startedAt }: Shipper): ShippingState {
  const since = state.upTo ?? startedAt
  const isLate = state.failure === null && Date.now() - since > FAR_BEHIND
  const late = { at: since, reason: `Nothing has been copied to ${label} since then.` }
  return { ...state, target: label, failure: isLate ? late : state.failure }
}

type Shipper = Parts & {
  readonly options: ShipOptions
  readonly label: string
  readonly startedAt: number
  worker: Worker | null
  state: ShipState
  isStopping: boolean
  /** Resolves when the thread has released the log or has ended. */
  gone: PromiseWithResolvers<void>
  /** Requests to empty the log, by id. */
  readonly emptying: Map<string, () => void>
}

function startThread(shipper: Shipper): void {
  const thread = startWorker(shipper.options)
  shipper.worker = thread
  thread.on('message', (message: FromShipper) => hear(shipper, message))
  thread.on('error', (error) => failed(shipper, error))
  thread.on('exit', () => {
    shipper.gone.resolve()
    for (const done of shipper.emptying.values()) done()
    if (shipper.isStopping) return
    hear(shipper, { kind: 'following', isFollowing: false })
    failed(shipper, new Error('The thread of the continuous backup ended.'))
    setTimeout(() => void (shipper.isStopping || startThread(shipper)), MINUTE).unref()
  })
}

function post({ worker }: Shipper, message: ToShipper): void {
  worker?.postMessage(message, [])
}

function failed(shipper: Shipper, error: Error): void {
  shipper.log.error({ error, target: shipper.label }, 'continuous.failed')
  shipper.state = { ...shipper.state, failure: { at: Date.now(), reason: error.message } }
}

function hear(shipper: Shipper, message: FromShipper): void {
  const { log } = shipper
  if (message.kind === 'state') shipper.state = message.state
  if (message.kind === 'gone') shipper.gone.resolve()
  if (message.kind === 'emptied') shipper.emptying.get(message.id)?.()
  if (message.kind === 'failed') failed(shipper, new Error(message.reason))
  if (message.kind === 'lost') log.warn({ reason: message.reason }, 'continuous.begun_anew')
  heed(shipper, message).catch((error: unknown) => {
    if (!shipper.isStopping) log.error({ error }, 'continuous.failed')
  })
}

async function heed(shipper: Shipper, message: FromShipper): Promise<void> {
  const { engine, label, log } = shipper
  if (message.kind === 'following') await setAutocheckpoint(engine, message.isFollowing)
  // Holds the only connection, so that nothing is written meanwhile. Only statements wait, and briefly.
  if (message.kind === 'want-quiet') await engine.db.connection().execute(() => emptyLog(shipper))
  if (message.kind === 'based') {
    const { bytes, milliseconds } = message
    log.info({ bytes, milliseconds, target: label }, 'continuous.based')
    post(shipper, { kind: 'keep', days: await keepDays(engine) })
  }
}

async function keepDays(engine: Engine): Promise<number> {
  return (await backupSettings.read(engine)).keep
}

async function setAutocheckpoint(engine: Engine, isFollowed: boolean): Promise<void> {
  const pages = isFollowed ? AUTOCHECKPOINT.followed : AUTOCHECKPOINT.unfollowed
  await sql`pragma wal_autocheckpoint = ${sql.raw(String(pages))}`.execute(engine.db)
}

async function emptyLog(shipper: Shipper): Promise<void> {
  const id = randomUUID()
  const { promise, resolve: done } = Promise.withResolvers<void>()
  shipper.emptying.set(id, done)
  post(shipper, { kind: 'empty', id })
  await withinTime(promise, MAY_EMPTY_FOR)
  shipper.emptying.delete(id)
}

async function scrub(shipper: Shipper, tables: Parameters<Engine['scrub']>[0]): Promise<void> {
  const { engine } = shipper
  for (let tries = 0; tries < SCRUB_TRIES; tries += 1) {
    await emptyLog(shipper)
    const isDone = await engine.scrub(tables).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  // Ending its read transactions frees the log, but the continuous backup then needs a new base.
  shipper.gone = Promise.withResolvers()
  post(shipper, { kind: 'let-go' })
  await withinTime(shipper.gone.promise, MAY_HOLD_ON_FOR)
  try {
    await engine.scrub(tables)
  } finally {
    post(shipper, { kind: 'resume' })
  }
}

async function stop(shipper: Shipper): Promise<void> {
  shipper.isStopping = true
  const { worker } = shipper
  const ended = new Promise<void>((done) => worker?.once('exit', () => done()))
  post(shipper, { kind: 'stop' })
  await withinTime(ended, MAY_STOP_FOR)
  await worker?.terminate()
}

async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

async function streamOf(env: Env, secret: string): Promise<string> {
  const path = join(env.dataDir, STREAM_FILE)
  if (!existsSync(path)) await storeDurably(path, Buffer.from(randomBytes(4).toString('hex')))
  return `${streamPrefix(createSigner(secret))}${readFileSync(path, 'utf8').trim()}`
}

function startWorker(options: ShipOptions): Worker {
  return new Worker(programPath('ship-program', import.meta.dirname), {
    workerData: options,
    execArgv: [],
    env: { NODE_ENV: 'production' },
    // A thread's young generation may take 16 MB by default. Pages lie outside the heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
  })
}
