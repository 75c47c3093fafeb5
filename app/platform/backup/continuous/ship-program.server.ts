import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'

import { namesIn, streamPrefix } from './catalog.ts'
import { createObjectWriter, type ObjectWriter } from './sealed-object.server.ts'
import type { FromShipper, ShipOptions, ToShipper } from './ship-messages.ts'
import { openShipTarget, type ShipTarget } from './ship-target.server.ts'
import { createShipper } from './shipper.server.ts'

/** What must be there when an older state of the database is put back (app/features/privacy). */
const ERASURES = 'erasures.jsonl'

type Options = { dataDir: string; stream: string; target: ShipTarget; write: ObjectWriter }

/** Ships uploaded files as they come, and the list of erasures as it changes. A name is never used for two contents. */
function createFileShipper({ dataDir, stream, target, write }: Options) {
  const names = namesIn(stream)
  const uploads: FileStore = createFolderStore(join(dataDir, 'uploads'))
  const waiting = new Set<string>()
  let listed = ''
  let isScanned = false

  async function scan(): Promise<void> {
    for await (const name of uploads.names?.() ?? [])
      if (!(await target.find(names.file(name)))) waiting.add(name)
    isScanned = true
  }

  async function shipErasures(): Promise<void> {
    const path = join(dataDir, ERASURES)
    const found = await stat(path).catch(() => null)
    const seen = found ? `${found.mtimeMs} ${found.size}` : ''
    if (!found || seen === listed) return
    await target.write(names.erasures, write({ kind: 'file', name: ERASURES }, [await readFile(path)]))
    listed = seen
  }

  return {
    add: (name: string) => void waiting.add(name),
    /** What fails waits for the next turn. */
    async turn(): Promise<void> {
      await shipErasures()
      if (!isScanned) await scan()
      for (const name of waiting) {
        const bytes = await uploads.get(name)
        if (bytes) await target.write(names.file(name), write({ kind: 'file', name }, [Buffer.from(bytes)]))
        waiting.delete(name)
      }
    },
  }
}

/** A bucket is paid for by the request. */
const EVERY = { folder: 2 * SECOND, bucket: 5 * SECOND }
/** Until the first base is there nothing is safe. */
const EVERY_AT_FIRST = SECOND / 5

/** Ships in a thread of its own: reading, compressing and checkpoints hold up nobody. */
async function run(options: ShipOptions, port: NonNullable<typeof parentPort>): Promise<void> {
  const { env, stream } = options
  let isAtFirst = true
  const tell = (message: FromShipper) => {
    if (message.kind === 'state') isAtFirst = message.state.upTo === null && message.state.failure === null
    port.postMessage(message, [])
  }
  const every = () => (isAtFirst ? EVERY_AT_FIRST : EVERY[env.continuous === 'bucket' ? 'bucket' : 'folder'])
  const target = openShipTarget(env)
  if (!target) return
  const signer = createSigner(options.secret)
  const write = await createObjectWriter(signer, env.backup.passphrase)
  let { keepDays } = options
  const shipper = createShipper({
    dataDir: env.dataDir,
    databasePath: options.databasePath,
    prefix: streamPrefix(signer),
    stream,
    target,
    write,
    tell,
    keepDays: () => keepDays,
    now: Date.now,
  })
  // In the bucket lie uploads and the list of erasures already.
  const files = env.s3 ? null : createFileShipper({ dataDir: env.dataDir, stream, target, write })
  const failed = (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })

  let filesAgainAt = 0
  let isShippingFiles = false
  let isOver = false
  let isHeldBack = false
  let awake = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  /** Never two at once. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work).catch(failed)
    last = done
    return done
  }
  async function turn(): Promise<void> {
    if (isHeldBack) return
    await shipper.turn()
    if (!files || isShippingFiles || Date.now() < filesAgainAt) return
    isShippingFiles = true
    // By itself: a file of many megabytes, or a target that hangs, must not keep the log from being read.
    void files
      .turn()
      .catch((error: unknown) => {
        filesAgainAt = Date.now() + MINUTE
        failed(error)
      })
      .finally(() => {
        isShippingFiles = false
      })
  }

  port.on('message', (message: ToShipper) => {
    if (message.kind === 'file') {
      files?.add(message.name)
      awake.abort()
    }
    if (message.kind === 'keep') {
      keepDays = message.days
      shipper.retire().catch(failed)
    }
    if (message.kind === 'empty') {
      const { id } = message
      void inTurn(shipper.emptyLog).then(() => tell({ kind: 'emptied', id }))
    }
    if (message.kind === 'let-go') {
      isHeldBack = true
      void inTurn(shipper.letGo).then(() => tell({ kind: 'gone' }))
    }
    if (message.kind === 'resume') {
      isHeldBack = false
      awake.abort()
    }
    if (message.kind === 'stop') {
      isOver = true
      awake.abort()
    }
  })
  while (!isOver) {
    awake = new AbortController()
    await inTurn(turn)
    await pause(every(), null, { signal: awake.signal }).catch(() => {})
  }
  await inTurn(() => shipper.stop())
  port.close()
}

if (parentPort) await run(workerData as ShipOptions, parentPort)
