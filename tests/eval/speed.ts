/**
 * How fast the knowledge base answers with 50,000 passages, on the database that the environment names; prints one line of
 * JSON for `npm run bench`. Words follow Zipf's law, as in real text, and questions hold the commonest among them.
 */
import { createItem } from '#app/features/knowledge/items/create-item.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
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
  /** Milliseconds: taking in the whole index at a process's first question. */
  cold: number
  median: number
  p95: number
  /** Megabytes of the process. */
  rss: number
}

const speed = await withFreshCtx(process.env['BENCH_DATABASE_URL'] ?? null, measure)
console.log(JSON.stringify(speed))

async function measure(ctx: Ctx): Promise<KnowledgeSpeed> {
  for (let item = 0; item < ITEMS; item += 1) await addItem(ctx, item)
  globalThis.gc?.()
  const start = performance.now()
  await searchPassages(ctx, { query: word() })
  const cold = performance.now() - start
  const milliseconds: number[] = []
  for (let n = 0; n < QUESTIONS; n += 1) {
    const query = Array.from({ length: 9 }, word).join(' ')
    const begun = performance.now()
    await searchPassages(ctx, { query })
    milliseconds.push(performance.now() - begun)
  }
  milliseconds.sort((a, b) => a - b)
  return {
    engine: ctx.engine.name,
    passages: ITEMS * PASSAGES,
    cold,
    median: milliseconds[QUESTIONS / 2] ?? Number.NaN,
    p95: milliseconds[Math.floor(QUESTIONS * 0.95)] ?? Number.NaN,
    rss: process.memoryUsage().rss / 1024 / 1024,
  }
}

async function addItem(ctx: Ctx, number: number): Promise<void> {
  const title = `Item ${number}`
  const { id } = await createItem(ctx, { kind: 'text', title, source: null, sameAs: title })
  const passages = Array.from({ length: PASSAGES }, () => {
    const text = Array.from({ length: WORDS }, word).join(' ')
    return { headings: [], page: null, text, terms: text }
  })
  const coverage = { words: 0, indexed: 0, leftOut: [], unlisted: 0 }
  const read = { title: null, address: null, language: 'en', sections: [], passages, coverage }
  await storeReading(ctx, { itemId: id, reading: 1, read, bytes: 0 })
}

/** The nth commonest word stands in a text in proportion to 1/n. Letters alone, which no stemmer changes. */
function word(): string {
  const rank = Math.floor(VOCABULARY ** Math.random())
  return `q${Array.from(String(rank), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`
}
