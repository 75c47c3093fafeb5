/**
 * Measures questions to 50,000 passages and the memory of their index, with one assistant that reads one collection and
 * with 50 that read parts of 200; prints one line of JSON for `npm run bench -- knowledge-assistants`.
 */
import { currentIndex, packedIndex } from '#app/features/knowledge/search/current-index.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { createProcessState, type Ctx } from '#app/platform/context.server.ts'

import { withFreshCtx } from './fresh-ctx.ts'
import { addRandomItem, ITEMS, randomWord } from './random-passages.ts'

const ASSISTANTS = 50
const COLLECTIONS = 200
const COLLECTIONS_OF_ITEM = 3
const COLLECTIONS_OF_ASSISTANT = 8
const QUESTIONS = 400

/** In milliseconds, and megabytes that the index takes. */
type Figures = { median: number; p95: number; memory: number }
export type AssistantsCost = { one: Figures; many: Figures }

const cost = await withFreshCtx(process.env['BENCH_DATABASE_URL'] ?? null, async (ctx) => {
  for (let item = 0; item < ITEMS; item += 1) await addRandomItem(ctx, item)
  // The first question compiles what all need.
  await measure(ctx, ['site'])
  const one = await measure(ctx, ['site'])
  return { one, many: await measure(ctx, await divide(ctx)) }
})
console.log(JSON.stringify(cost satisfies AssistantsCost))

async function measure(outer: Ctx, assistants: readonly string[]): Promise<Figures> {
  const ctx = { ...outer, state: createProcessState(outer.signals) }
  const before = usedMegabytes()
  await currentIndex(ctx)
  await packedIndex(ctx)
  const memory = usedMegabytes() - before
  const milliseconds: number[] = []
  for (let n = 0; n < QUESTIONS; n += 1) {
    const asked = { ...ctx, assistant: { ...ctx.assistant, id: assistants[n % assistants.length] ?? 'site' } }
    const query = Array.from({ length: 9 }, randomWord).join(' ')
    const begun = performance.now()
    await searchPassages(asked, { query })
    milliseconds.push(performance.now() - begun)
  }
  milliseconds.sort((a, b) => a - b)
  const [median = Number.NaN, p95 = Number.NaN] = [0.5, 0.95].map((share) => milliseconds[QUESTIONS * share])
  return { median, p95, memory }
}

/** Puts each item into three of the collections, and returns assistants that read eight each. */
async function divide({ db, clock }: Ctx): Promise<string[]> {
  const created_at = clock.now()
  const collections = Array.from({ length: COLLECTIONS }, (_, n) => `collection-${n}`)
  const assistants = Array.from({ length: ASSISTANTS }, (_, n) => `assistant-${n}`)
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => collections[(from + n * 37) % COLLECTIONS] ?? '')
  await db
    .insertInto('knowledge_collection')
    .values(collections.map((id) => ({ id, name: id, created_at })))
    .execute()
  for (const [n, id] of assistants.entries()) {
    const row = { id, key: id, name: id, created_at, updated_at: created_at, settings: '{}' }
    await db.insertInto('assistant').values(row).execute()
    for (const collection_id of some(n * 4, COLLECTIONS_OF_ASSISTANT))
      await db.insertInto('assistant_collection').values({ assistant_id: id, collection_id }).execute()
  }
  await db.deleteFrom('knowledge_collection_item').execute()
  const items = await db.selectFrom('knowledge_item').select('id').execute()
  for (const [n, { id }] of items.entries())
    for (const collection_id of some(n, COLLECTIONS_OF_ITEM))
      await db.insertInto('knowledge_collection_item').values({ item_id: id, collection_id }).execute()
  return assistants
}

function usedMegabytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1024 / 1024
}
