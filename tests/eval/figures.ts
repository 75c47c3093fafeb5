import { rankPassages } from '#app/features/knowledge/search/rank-passages.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Collection } from './collection.ts'

/** Passages asked for, so that ten documents are among them. */
const ENOUGH = 40

export type Ranking = { ndcg: number; recall: number; hit: number }

/** nDCG@10, recall@5 and hit@1 of documents ranked by their best passage, without the floor; one document answers each. */
export async function measureRanking(
  ctx: Ctx,
  { questions, answers }: Collection,
  documentOf: ReadonlyMap<string, string>,
): Promise<Ranking> {
  const passages = await ctx.db.selectFrom('knowledge_passage').select(['id', 'item_id']).execute()
  const itemOf = new Map(passages.map((passage) => [passage.id, passage.item_id]))
  const sum = { ndcg: 0, recall: 0, hit: 0 }
  for (const { id, text } of questions) {
    const ranked = await rankPassages(ctx, { query: text, limit: ENOUGH })
    const documents = [...new Set(ranked.map((passage) => documentOf.get(itemOf.get(passage.id) ?? '')))]
    const rank = documents.slice(0, 10).indexOf(answers.get(id))
    if (rank === -1) continue
    sum.ndcg += 1 / Math.log2(rank + 2)
    if (rank < 5) sum.recall += 1
    if (rank === 0) sum.hit += 1
  }
  const share = (value: number) => value / questions.length
  return { ndcg: share(sum.ndcg), recall: share(sum.recall), hit: share(sum.hit) }
}

/** The share of questions for which nothing is found. */
export async function measureRefusal(ctx: Ctx, questions: Collection['questions']): Promise<number> {
  let refused = 0
  for (const { text } of questions)
    if ((await searchPassages(ctx, { query: text, limit: 1 })).length === 0) refused += 1
  return refused / questions.length
}
