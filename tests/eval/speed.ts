/**
 * Measures how fast the knowledge base answers with 50,000 passages, on the database that the environment names; prints
 * one line of JSON for `npm run bench`. Words are as frequent in questions as in passages.
 */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { packedIndex, readIndexFrom } from '#app/features/knowledge/search/current-index.server.ts'
import { writeIndexFile } from '#app/features/knowledge/search/index-file.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { createProcessState, type Ctx } from '#app/platform/context.server.ts'

import { withFreshCtx } from './fresh-ctx.ts'
import { addRandomItem, ITEMS, PASSAGES, randomWord } from './random-passages.ts'

const QUESTIONS = 400

export type KnowledgeSpeed = {
  engine: string
  passages: number
  /** Seconds to store all passages, including the making of their terms. */
  stored: number
  /** Milliseconds of the first question, which loads the whole index, and of its longest turn of the event loop. */
  cold: number
  coldPause: number
  /** Milliseconds of the longest turn of the event loop while questions were answered. */
  pause: number
  median: number
  p95: number
  /** The same as `cold` and `coldPause` for a process that reads the stored index. */
  restored: number
  restoredPause: number
}

const speed = await withFreshCtx(process.env['BENCH_DATABASE_URL'] ?? null, measure)
console.log(JSON.stringify(speed))

async function measure(ctx: Ctx): Promise<KnowledgeSpeed> {
  const storing = performance.now()
  for (let item = 0; item < ITEMS; item += 1) await addRandomItem(ctx, item)
  const stored = (performance.now() - storing) / 1000
  globalThis.gc?.()
  const start = performance.now()
  const coldPause = await longestPause(() => searchPassages(ctx, { query: randomWord() }))
  const cold = performance.now() - start
  const milliseconds: number[] = []
  const pause = await longestPause(() => askAll(ctx, milliseconds))
  milliseconds.sort((a, b) => a - b)
  const file = { path: join(ctx.backup.dataDir, 'knowledge.index'), madeBy: 'bench' }
  await writeIndexFile(file.path, file.madeBy, await packedIndex(ctx))
  const started = { ...ctx, state: createProcessState(ctx.signals) }
  readIndexFrom(started, file)
  const restoring = performance.now()
  const restoredPause = await longestPause(() => searchPassages(started, { query: randomWord() }))
  return {
    engine: ctx.engine.name,
    passages: ITEMS * PASSAGES,
    stored,
    cold,
    coldPause,
    pause,
    median: milliseconds[QUESTIONS / 2] ?? Number.NaN,
    p95: milliseconds[Math.floor(QUESTIONS * 0.95)] ?? Number.NaN,
    restored: performance.now() - restoring,
    restoredPause,
  }
}

async function askAll(ctx: Ctx, milliseconds: number[]): Promise<void> {
  for (let n = 0; n < QUESTIONS; n += 1) {
    const query = Array.from({ length: 9 }, randomWord).join(' ')
    const begun = performance.now()
    await searchPassages(ctx, { query })
    milliseconds.push(performance.now() - begun)
    await nextTurn()
  }
}

/** Returns the longest turn of the event loop in milliseconds of CPU time, which excludes other programs. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const done = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = process.threadCpuUsage()
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  await done
  return longest
}
