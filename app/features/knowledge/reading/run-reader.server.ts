import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { OwnPages, ReaderMessage } from './reader-program.server.ts'
import type { Original, Reading } from './reading.ts'
import { ReadingRefused } from './reading-refused.ts'

/** Milliseconds: a book of 700 pages takes some 10 s, a page of 5 MB one. */
const MAX_TIME = { pdf: 60_000, html: 10_000, text: 10_000 }
/** Megabytes: what a 10 MB file takes at most; bombs unfold to more. */
const MAX_MEMORY = 512
/** Bytes outside the heap, where decoded streams lie, are not limited by the thread itself: looked at this often. */
const LOOK_EVERY = 200

export type ReaderLimits = { maxTime?: number; maxMemory?: number }

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an original in a thread of its own that ends with it, one at a time: what a document does to its reader is felt
 * by nobody else, and the memory is given back.
 * @throws {ReadingRefused} as `readDocument`, and too-slow or too-much-memory past the limits.
 */
export function runReader(
  original: Original,
  options: ReaderLimits & { onProgress?: (percent: number) => void; signal?: AbortSignal } = {},
): Promise<Reading> {
  const reading = last.then(() => readApart(original, options))
  last = reading.catch(() => {})
  return reading
}

/** @param maxMemory megabytes of its heap */
function startReader(maxMemory: number): Worker {
  // In development and in tests Node runs the source; the build has it as a program, made by scripts/build.ts.
  const program = import.meta.env?.PROD
    ? resolve('build/server/reader-program.js')
    : join(import.meta.dirname, 'reader-program.server.ts')
  return new Worker(program, {
    execArgv: [],
    // No variable of ours, for some are secret.
    env: { NODE_ENV: 'production' },
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: 32 },
  })
}

/** Pages of our own as Markdown, in a thread that ends with them: nobody waits while a long blog is read. */
export function readOwnPages(pages: readonly string[]): Promise<string[]> {
  const worker = startReader(MAX_MEMORY)
  return new Promise<string[]>((done, fail) => {
    worker.on('message', (message: ReaderMessage) => {
      if (message.kind === 'markdown') done(message.texts)
      else fail(new Error('The reader could not read a page of our own.'))
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The reader ended before it had read.')))
    worker.postMessage({ kind: 'own-pages', pages } satisfies OwnPages, [])
  }).finally(() => void worker.terminate())
}

function readApart(
  original: Original,
  {
    maxTime = MAX_TIME[original.kind],
    maxMemory = MAX_MEMORY,
    onProgress,
    signal,
  }: Parameters<typeof runReader>[1] & object,
): Promise<Reading> {
  signal?.throwIfAborted()
  const worker = startReader(maxMemory)
  return new Promise<Reading>((done, fail) => {
    worker.on('message', (message: ReaderMessage) => {
      if (message.kind === 'progress') onProgress?.(message.percent)
      else if (message.kind === 'read') done(message.reading)
      else if (message.kind === 'refused') fail(new ReadingRefused(message.reason, message.values))
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadingRefused('too-much-memory') : error),
    )
    worker.on('exit', () => fail(new Error('The reader ended before it had read.')))
    const late = setTimeout(() => fail(new ReadingRefused('too-slow')), maxTime)
    const look = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: outside }) => {
          if (outside > maxMemory * 1024 * 1024) fail(new ReadingRefused('too-much-memory'))
        },
        // It has ended; how, the other events say.
        () => {},
      )
    }, LOOK_EVERY)
    const stop = () =>
      fail(signal?.reason instanceof Error ? signal.reason : new Error('Reading was stopped.'))
    signal?.addEventListener('abort', stop)
    worker.once('exit', () => {
      clearTimeout(late)
      clearInterval(look)
      signal?.removeEventListener('abort', stop)
    })
    worker.postMessage(original, [])
  }).finally(() => void worker.terminate())
}
