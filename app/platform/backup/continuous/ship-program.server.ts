import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

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

type Options = { dataDir: string; stream: string; target: ShipTarget; write: ObjectWriter }

/** Ships new uploads and the list of erasures. File names are never reused for other contents. */
function createFileShipper({ dataDir, stream, target, write }: Options) {
  const names = namesIn(stream)
  const uploads = createFolderStore(join(dataDir, 'uploads'))
  const waiting = new Set<string>()
  let listed = ''
  let isScanned = false

  async function scan(): Promise<void> {
    for await (const name of uploads.names()) if (!(await target.find(names.file(name)))) waiting.add(name)
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
    /** A file that fails is tried again at the next turn. */
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

/** A bucket charges for each request. */
const EVERY = { folder: 2 * SECOND, bucket: 5 * SECOND }
/** Nothing is backed up before the first base. */
const EVERY_AT_FIRST = SECOND / 5

/** Runs in a thread of its own, so that reading, compressing and checkpoints block nobody. */
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
  // The bucket already holds uploads and erasures.
  const files = env.s3 ? null : createFileShipper({ dataDir: env.dataDir, stream, target, write })
  const failed = (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })

  let filesAgainAt = 0
  let isShippingFiles = false
  let isOver = false
  let isHeldBack = false
  let awake = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
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
    // Not awaited: a large file or a hanging target must not stop the log from being read.
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
