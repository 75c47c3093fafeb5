import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'

import { rankByEmbedding } from '../embeddings/rank-by-embedding.server.ts'

import { rankPassages } from './rank-passages.server.ts'
import type { RankedPassage } from './word-index.ts'

/**
 * The share of a question's weight that one of the first passages must hold, or nothing is found. `npm run eval` shows
 * what it lets through: over 0.95 of questions that have an answer, under 0.15 of those about something else.
 */
const FLOOR = 0.35
/** Passages that the floor looks at: the words of a question may stand together in the second best. */
const LOOKED_AT = 3
/** Far below the best a passage was found by one common word, and would only distract. */
const LEAST_OF_BEST = 0.25

/** How many of each list are joined. */
const FUSED = 30
/** The constant k of reciprocal rank fusion, as its paper proposes (Cormack, Clarke and Büttcher, 2009). */
const FUSION_CONSTANT = 60
/**
 * The cosine under which meanings have nothing to do with each other: a cautious guess, for no provider's vectors were at
 * hand to measure it by.
 */
const MEANING_FLOOR = 0.5

const schema = z.object({ query: z.string(), limit: z.int().min(1).max(50).default(6) })

export type FoundPassage = {
  id: string
  itemId: string
  kind: KnowledgeKind
  /** The item's title. */
  title: string
  /** Where the item is published: a URL, a path of this site, or null. */
  address: string | null
  /** The page of a PDF on which the passage stands, from 1. */
  page: number | null
  /** Whether visitors may open the item's PDF. */
  isPublic: boolean
  /** The outermost first. */
  headings: string[]
  text: string
  /** BM25, 0 where found by meaning alone: compares with no other question's. */
  score: number
  /** Of the question's words, from 0 to 1. */
  coverage: number
}

/**
 * The passages that may answer a question, best first; none when the knowledge base does not know. Found by words, and by
 * meaning where that is on. Deleted and switched off items are out at the very next call, on every instance. Call it
 * outside transactions.
 */
export async function searchPassages(ctx: Ctx, input: z.input<typeof schema>): Promise<FoundPassage[]> {
  const { query, limit } = schema.parse(input)
  const [words, near] = await Promise.all([
    rankPassages(ctx, { query, limit: Math.max(limit, FUSED) }),
    rankByEmbedding(ctx, { query, limit: FUSED }),
  ])
  const byWords = aboveFloor(words)
  const byMeaning = near.filter(({ cosine }) => cosine >= MEANING_FLOOR)
  const measures = new Map(words.map(({ id, score, coverage }) => [id, { score, coverage }]))
  const ids =
    byMeaning.length === 0
      ? byWords.map(({ id }) => id)
      : fuseRanks([byWords, byMeaning].map((list) => list.map(({ id }) => id)))
  const ranked = ids.slice(0, limit).map((id) => ({ id, ...(measures.get(id) ?? { score: 0, coverage: 0 }) }))
  return readPassages(ctx, ranked)
}

function aboveFloor(ranked: readonly RankedPassage[]): readonly RankedPassage[] {
  const [best] = ranked
  if (!best || !ranked.slice(0, LOOKED_AT).some(({ coverage }) => coverage >= FLOOR)) return []
  return ranked.filter(({ score }) => score >= best.score * LEAST_OF_BEST)
}

async function readPassages(ctx: Ctx, ranked: readonly RankedPassage[]): Promise<FoundPassage[]> {
  if (ranked.length === 0) return []
  const rows = await ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select(['passage.id', 'passage.item_id', 'passage.page', 'passage.headings', 'passage.text'])
    .select(['item.kind', 'item.title', 'item.address', 'item.is_public'])
    .where('item.enabled', '=', 1)
    .where(
      'passage.id',
      'in',
      ranked.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ranked.flatMap(({ id, score, coverage }) => {
    const row = byId.get(id)
    if (!row) return []
    const { item_id: itemId, headings, is_public, ...rest } = row
    const read = { itemId, isPublic: is_public === 1, headings: JSON.parse(headings) as string[] }
    return [{ ...rest, ...read, score, coverage }]
  })
}

/** Joins lists of ids, each best first, into one: what several lists have near their top comes first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists)
    for (const [rank, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CONSTANT + rank + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
