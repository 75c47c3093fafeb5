import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

import { createQueue } from '#app/lib/one-at-a-time.ts'
import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'

import { namesIn, streamPrefix } from './catalog.ts'
import { createObjectWriter, type ObjectWriter } from './sealed-object.server.ts'
import type { FromShipper, ShipOptions, ToShipper } from './ship-messages.ts'
import { openShipTarget, type ShipTarget } from './ship-target.server.ts'
import { createShipper } from './shipper.server.ts'

/** Needed when an older state of the database is restored (app/features/privacy). */
const ERASURES = 'erasures.jsonl'

type Options = {
  dataDir: string
  stream: string
  target: ShipTarget
  write: ObjectWriter
  failed: (error: unknown) => void
}

/** Ships new uploads and the list of erasures. File names are never reused for other contents. */
function createFileShipper({ dataDir, stream, target, write, failed }: Options) {
  const names = namesIn(stream)
  const uploads = createFolderStore(join(dataDir, 'uploads'))
  const waiting = new Set<string>()
  let listed = ''
  let isScanned = false
  let isRunning = false
  let retryAt = 0

  async function scan(): Promise<void> {
    const shipped = new Set<string>()
    for await (const name of target.names(names.file(''))) shipped.add(name)
    for await (const name of uploads.names()) if (!shipped.has(name)) waiting.add(name)
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

  async function shipWaiting(): Promise<void> {
    await shipErasures()
    if (!isScanned) await scan()
    for (const name of waiting) {
      const bytes = await uploads.get(name)
      if (bytes) await target.write(names.file(name), write({ kind: 'file', name }, [Buffer.from(bytes)]))
      waiting.delete(name)
    }
  }

  return {
    add: (name: string) => void waiting.add(name),
    /** Not awaited, because a large file or a hanging target must not delay reading the log. */
    turnInBackground(): void {
      if (isRunning || Date.now() < retryAt) return
      isRunning = true
      void shipWaiting()
        .catch((error: unknown) => {
          retryAt = Date.now() + MINUTE
          failed(error)
        })
        .finally(() => {
          isRunning = false
        })
    },
  }
}

/** Milliseconds. A bucket charges for each request. */
const EVERY = { folder: 2 * SECOND, bucket: 5 * SECOND }
/** Milliseconds. Nothing is backed up before the first base. */
const EVERY_AT_FIRST = SECOND / 5

type Port = NonNullable<typeof parentPort>

type Orders = { keepDays: number; isOver: boolean; isHeldBack: boolean; awake: AbortController }

/** Runs in a thread of its own, so that reading, compressing and checkpoints do not block the server. */
async function run(options: ShipOptions, port: Port): Promise<void> {
  const { dataDir, place, stream, hasUploads } = options
  const target = openShipTarget(place)
  const orders: Orders = {
    keepDays: options.keepDays,
    isOver: false,
    isHeldBack: false,
    awake: new AbortController(),
  }
  let isAtFirst = true
  const tell = (message: FromShipper) => {
    if (message.kind === 'state') isAtFirst = message.state.upTo === null && message.state.failure === null
    port.postMessage(message, [])
  }
  const failed = (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  const signer = createSigner(options.secret)
  const write = await createObjectWriter(signer, place.passphrase)
  const shipper = createShipper({
    dataDir,
    databasePath: options.databasePath,
    prefix: streamPrefix(signer),
    stream,
    target,
    write,
    tell,
    keepDays: () => orders.keepDays,
    now: Date.now,
  })
  const files = hasUploads ? createFileShipper({ dataDir, stream, target, write, failed }) : null
  const queue = createQueue()
  const inTurn = (work: () => Promise<void>) => queue(work).catch(failed)
  port.on('message', (message: ToShipper) => heed(message, { orders, shipper, files, inTurn, tell, failed }))
  while (!orders.isOver) {
    orders.awake = new AbortController()
    await inTurn(async () => {
      if (orders.isHeldBack) return
      await shipper.turn()
      files?.turnInBackground()
    })
    await pause(isAtFirst ? EVERY_AT_FIRST : EVERY[place.kind], null, { signal: orders.awake.signal }).catch(
      () => {},
    )
  }
  await inTurn(() => shipper.stop())
  port.close()
}

type Parts = {
  orders: Orders
  shipper: ReturnType<typeof createShipper>
  files: ReturnType<typeof createFileShipper> | null
  inTurn: (work: () => Promise<void>) => Promise<void>
  tell: (message: FromShipper) => void
  failed: (error: unknown) => void
}

function heed(message: ToShipper, { orders, shipper, files, inTurn, tell, failed }: Parts): void {
  switch (message.kind) {
    case 'file':
      files?.add(message.name)
      orders.awake.abort()
      break
    case 'keep':
      orders.keepDays = message.days
      shipper.retire().catch(failed)
      break
    case 'empty':
      void inTurn(shipper.emptyLog).then(() => tell({ kind: 'emptied', id: message.id }))
      break
    case 'let-go':
      orders.isHeldBack = true
      void inTurn(shipper.letGo).then(() => tell({ kind: 'gone' }))
      break
    case 'resume':
      orders.isHeldBack = false
      orders.awake.abort()
      break
    case 'stop':
      orders.isOver = true
      orders.awake.abort()
      break
  }
}

if (parentPort) await run(workerData as ShipOptions, parentPort)
