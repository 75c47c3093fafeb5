import { rankPassages } from '#app/features/knowledge/search/rank-passages.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Collection } from './collection.ts'

/** Number of passages to request, enough to cover ten documents. */
const ENOUGH = 40

export type Ranking = { ndcg: number; recall: number; hit: number }

type Ask = (text: string) => Parameters<typeof rankPassages>[1]

const asWritten: Ask = (query) => ({ query, limit: ENOUGH })

/** Measures nDCG@10, recall@5 and hit@1 of documents ranked by their best passage, without the relevance floor. */
export async function measureRanking(
  ctx: Ctx,
  { questions, answers }: Collection,
  documentOf: ReadonlyMap<string, string>,
  ask: Ask = asWritten,
): Promise<Ranking> {
  const passages = await ctx.db.selectFrom('knowledge_passage').select(['id', 'item_id']).execute()
  const itemOf = new Map(passages.map((passage) => [passage.id, passage.item_id]))
  const sum = { ndcg: 0, recall: 0, hit: 0 }
  for (const { id, text } of questions) {
    const ranked = await rankPassages(ctx, ask(text))
    const documents = [...new Set(ranked.map((passage) => documentOf.get(itemOf.get(passage.id) ?? '')))]
    const wanted = answers.get(id) ?? new Set()
    const found = documents.map((document) => document !== undefined && wanted.has(document))
    sum.ndcg += gainOf(found) / gainOf(Array.from(wanted, () => true))
    if (found.slice(0, 5).includes(true)) sum.recall += 1
    if (found[0]) sum.hit += 1
  }
  const share = (value: number) => value / questions.length
  return { ndcg: share(sum.ndcg), recall: share(sum.recall), hit: share(sum.hit) }
}

function gainOf(found: readonly boolean[]): number {
  return found.slice(0, 10).reduce((sum, isFound, at) => sum + (isFound ? 1 / Math.log2(at + 2) : 0), 0)
}

/** Expects conversations as MTRAG writes them, with each turn of the visitor after `|user|:`. */
export async function measureFollowUps(
  ctx: Ctx,
  collection: Collection,
  documentOf: ReadonlyMap<string, string>,
): Promise<{ alone: number; followUps: number }> {
  const turnsOf = (text: string) =>
    text
      .split('|user|:')
      .map((turn) => turn.trim())
      .filter(Boolean)
  const lastOf: Ask = (text) => ({ query: turnsOf(text).at(-1) ?? '', limit: ENOUGH })
  const withEarlier: Ask = (text) => ({ ...lastOf(text), query: turnsOf(text).slice(-2).join('\n') })
  const later = {
    ...collection,
    questions: collection.questions.filter(({ text }) => turnsOf(text).length > 1),
  }
  return {
    alone: (await measureRanking(ctx, collection, documentOf, lastOf)).ndcg,
    followUps: (await measureRanking(ctx, later, documentOf, withEarlier)).ndcg,
  }
}

export async function measureRefusal(ctx: Ctx, questions: Collection['questions']): Promise<number> {
  let refused = 0
  for (const { text } of questions)
    if ((await searchPassages(ctx, { query: text, limit: 1 })).length === 0) refused += 1
  return refused / questions.length
}
