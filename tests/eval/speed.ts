/**
 * Measures how fast the knowledge base answers with 50,000 passages, on the database that the environment names; prints
 * one line of JSON for `npm run bench`. Words follow Zipf's law, as in real text, in passages and questions alike.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

import { createItem } from '#app/features/knowledge/items/create-item.server.ts'
import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { passageTerms } from '#app/features/knowledge/search/terms.ts'
import { storeReading } from '#app/features/knowledge/reading/store-reading.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { withFreshCtx } from './fresh-ctx.ts'

const ITEMS = 500
const PASSAGES = 100
const WORDS = 220
const VOCABULARY = 60_000
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
  /** Megabytes of the process's resident memory. */
  rss: number
}

const speed = await withFreshCtx(process.env['BENCH_DATABASE_URL'] ?? null, measure)
console.log(JSON.stringify(speed))

async function measure(ctx: Ctx): Promise<KnowledgeSpeed> {
  const storing = performance.now()
  for (let item = 0; item < ITEMS; item += 1) await addItem(ctx, item)
  const stored = (performance.now() - storing) / 1000
  globalThis.gc?.()
  const start = performance.now()
  const coldPause = await longestPause(() => searchPassages(ctx, { query: word() }))
  const cold = performance.now() - start
  const milliseconds: number[] = []
  const pause = await longestPause(() => askAll(ctx, milliseconds))
  milliseconds.sort((a, b) => a - b)
  return {
    engine: ctx.engine.name,
    passages: ITEMS * PASSAGES,
    stored,
    cold,
    coldPause,
    pause,
    median: milliseconds[QUESTIONS / 2] ?? Number.NaN,
    p95: milliseconds[Math.floor(QUESTIONS * 0.95)] ?? Number.NaN,
    rss: process.memoryUsage().rss / 1024 / 1024,
  }
}

async function askAll(ctx: Ctx, milliseconds: number[]): Promise<void> {
  for (let n = 0; n < QUESTIONS; n += 1) {
    const query = Array.from({ length: 9 }, word).join(' ')
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

async function addItem(ctx: Ctx, number: number): Promise<void> {
  const title = `Item ${number}`
  const { id } = await createItem(ctx, { kind: 'text', title, source: null, sameAs: title })
  const english = await loadLanguage('en')
  const passages = Array.from({ length: PASSAGES }, () => {
    const text = Array.from({ length: WORDS }, word).join(' ')
    return { headings: [], page: null, text, terms: passageTerms({ headings: [], text }, english) }
  })
  const coverage = { words: 0, indexed: 0, leftOut: [], unlisted: 0 }
  const read = { title: null, address: null, language: 'en', sections: [], passages, coverage }
  await storeReading(ctx, { itemId: id, reading: 1, read, bytes: 0 })
}

/** Draws the nth commonest word in proportion to 1/n, spelt in letters that no stemmer changes. */
function word(): string {
  const rank = Math.floor(VOCABULARY ** Math.random())
  return `q${Array.from(String(rank), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`
}
