import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

import { sql } from 'kysely'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { storeDurably } from '#app/platform/files/folder-store.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { backupSettings } from '../backup-settings.server.ts'
import { streamPrefix } from './catalog.ts'
import type { FromShipper, ShipOptions, ShippingState, ShipState, ToShipper } from './ship-messages.ts'
import { openShipTarget } from './ship-target.server.ts'

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
  /** The server must use these instead of its own. */
  readonly engine: Engine
  readonly files: FileStore
  stop(): Promise<void>
}

type Parts = { log: Log; secret: string; engine: Engine; files: FileStore }

/** Ships the embedded database if CONTINUOUS_BACKUP says so. PostgreSQL ships itself (docs/runbooks). */
export async function startShipping(env: Env, { log, secret, engine, files }: Parts): Promise<Shipping> {
  const target = engine.name === 'sqlite' ? openShipTarget(env) : null
  if (!target) return { state: () => null, engine, files, stop: async () => {} }
  const stream = await streamOf(env, secret)
  const keepDays = async () => (await backupSettings.read(engine)).keep
  const options: ShipOptions = {
    env: { dataDir: env.dataDir, backup: env.backup, s3: env.s3, continuous: env.continuous },
    secret,
    databasePath: join(env.dataDir, SQLITE_FILE),
    stream,
    keepDays: await keepDays(),
  }
  let state: ShipState = { upTo: null, lastAt: null, segments: 0, bytes: 0, failure: null }
  const startedAt = Date.now()
  let isStopping = false
  let worker = startThread()
  let gone = Promise.withResolvers<void>()
  const emptying = new Map<string, () => void>()
  const post = (message: ToShipper) => worker.postMessage(message, [])

  function startThread(): Worker {
    const thread = startWorker(options)
    thread.on('message', (message: FromShipper) => hear(message))
    thread.on('error', (error) => failed(error))
    thread.on('exit', () => {
      gone.resolve()
      for (const done of emptying.values()) done()
      if (isStopping) return
      hear({ kind: 'following', isFollowing: false })
      failed(new Error('The thread of the continuous backup ended.'))
      setTimeout(() => void (isStopping || (worker = startThread())), MINUTE).unref()
    })
    return thread
  }

  function failed(error: Error): void {
    log.error({ error, target: target?.label }, 'continuous.failed')
    state = { ...state, failure: { at: Date.now(), reason: error.message } }
  }

  function hear(message: FromShipper): void {
    if (message.kind === 'state') state = message.state
    if (message.kind === 'gone') gone.resolve()
    if (message.kind === 'emptied') emptying.get(message.id)?.()
    if (message.kind === 'failed') failed(new Error(message.reason))
    if (message.kind === 'lost') log.warn({ reason: message.reason }, 'continuous.begun_anew')
    heed(message).catch((error: unknown) => isStopping || log.error({ error }, 'continuous.failed'))
  }

  async function heed(message: FromShipper): Promise<void> {
    if (message.kind === 'following') await setAutocheckpoint(message.isFollowing)
    if (message.kind === 'want-quiet') await beQuiet()
    if (message.kind === 'based') {
      const { bytes, milliseconds } = message
      log.info({ bytes, milliseconds, target: target?.label }, 'continuous.based')
      post({ kind: 'keep', days: await keepDays() })
    }
  }

  async function setAutocheckpoint(isFollowed: boolean): Promise<void> {
    const pages = isFollowed ? AUTOCHECKPOINT.followed : AUTOCHECKPOINT.unfollowed
    await sql`pragma wal_autocheckpoint = ${sql.raw(String(pages))}`.execute(engine.db)
  }

  /** Holds the only connection, so that nothing is written meanwhile. Only statements wait, and briefly. */
  async function beQuiet(): Promise<void> {
    await engine.db.connection().execute(emptyLog)
  }

  async function emptyLog(): Promise<void> {
    const id = randomUUID()
    const { promise, resolve: done } = Promise.withResolvers<void>()
    emptying.set(id, done)
    post({ kind: 'empty', id })
    await withinTime(promise, MAY_EMPTY_FOR)
    emptying.delete(id)
  }

  async function scrub(tables: Parameters<Engine['scrub']>[0]): Promise<void> {
    for (let tries = 0; tries < SCRUB_TRIES; tries += 1) {
      await emptyLog()
      const isDone = await engine.scrub(tables).then(
        () => true,
        () => false,
      )
      if (isDone) return
    }
    // The continuous backup then needs a new base.
    gone = Promise.withResolvers()
    post({ kind: 'let-go' })
    await withinTime(gone.promise, MAY_HOLD_ON_FOR)
    try {
      await engine.scrub(tables)
    } finally {
      post({ kind: 'resume' })
    }
  }

  return {
    state() {
      const since = state.upTo ?? startedAt
      const isLate = state.failure === null && Date.now() - since > FAR_BEHIND
      const late = { at: since, reason: `${target.label} has not taken anything since.` }
      return { ...state, target: target.label, failure: isLate ? late : state.failure }
    },
    engine: { ...engine, scrub },
    files: {
      ...files,
      async put(name, bytes) {
        await files.put(name, bytes)
        post({ kind: 'file', name })
      },
    },
    async stop() {
      isStopping = true
      const ended = new Promise<void>((done) => worker.once('exit', () => done()))
      post({ kind: 'stop' })
      await withinTime(ended, MAY_STOP_FOR)
      await worker.terminate()
    },
  }
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
  // In development and in tests Node runs the source; scripts/build.ts bundles it as a program.
  const program = import.meta.env?.PROD
    ? resolve('build/server/ship-program.js')
    : join(import.meta.dirname, 'ship-program.server.ts')
  return new Worker(program, {
    workerData: options,
    execArgv: [],
    env: { NODE_ENV: 'production' },
    // A thread's young generation may take 16 MB by default. Pages lie outside the heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
  })
}
