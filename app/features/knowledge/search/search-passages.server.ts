import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'

import { rankByEmbedding } from '../embeddings/rank-by-embedding.server.ts'

import type { PageVersion } from './passage-scores.ts'
import { citeOneVersion } from './page-versions.server.ts'
import { rankPassages } from './rank-passages.server.ts'
import type { RankedPassage } from './word-index.ts'

/**
 * The share of the question's weight that one of the first passages must contain. By `npm run eval`, over 0.95 of
 * answerable questions pass, and under 0.2 of unrelated ones.
 */
const FLOOR = 0.372
/** How many passages are compared with the floor, because the second best may contain more of the question's words. */
const LOOKED_AT = 3
/** Passages far below the best match only by one common word and would distract. */
const LEAST_OF_BEST = 0.25

const FUSED = 30
/** The constant k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const FUSION_CONSTANT = 60

const schema = z.object({
  query: z.string(),
  page: z.string().nullish(),
  limit: z.int().min(1).max(50).default(6),
})

export type FoundPassage = {
  id: string
  itemId: string
  /** Its position in the item, counted from 0. */
  number: number
  kind: KnowledgeKind
  title: string
  /** A URL, a path of this site, or null. */
  address: string | null
  page: number | null
  isPublic: boolean
  version: PageVersion
  headings: string[]
  text: string
  /** BM25; 0 for a passage found by meaning only. Scores of two questions are not comparable. */
  score: number
  coverage: number
}

/** Returns the best first; none if the knowledge base has no answer. Call it outside transactions. */
export async function searchPassages(ctx: Ctx, input: z.input<typeof schema>): Promise<FoundPassage[]> {
  const { passages, isAnswer } = await closestPassages(ctx, input)
  return isAnswer ? passages : []
}

/** Returns the best first, with whether they are close enough to the question to answer it. */
export async function closestPassages(
  ctx: Ctx,
  input: z.input<typeof schema>,
): Promise<{ passages: FoundPassage[]; isAnswer: boolean }> {
  const { query, page, limit } = schema.parse(input)
  const [words, byMeaning] = await Promise.all([
    rankPassages(ctx, { query, page, limit: Math.max(limit, FUSED) }),
    rankByEmbedding(ctx, { query, limit: FUSED }),
  ])
  const isAbove = words.slice(0, LOOKED_AT).some(({ coverage }) => coverage >= FLOOR)
  const isAnswer = isAbove || byMeaning.length > 0
  const byWords = isAbove || !isAnswer ? nearTheBest(words) : []
  const measures = new Map(words.map(({ id, score, coverage }) => [id, { score, coverage }]))
  const ids =
    byMeaning.length === 0
      ? byWords.map(({ id }) => id)
      : fuseRanks([byWords, byMeaning].map((list) => list.map(({ id }) => id)))
  // By words and by meaning, two versions of one page may be found.
  const most = byMeaning.length === 0 ? limit : 2 * limit
  const ranked = ids.slice(0, most).map((id) => ({ id, ...(measures.get(id) ?? { score: 0, coverage: 0 }) }))
  const passages = await citeOneVersion(ctx, await readPassages(ctx, ranked))
  return { passages: passages.slice(0, limit), isAnswer }
}

/** Returns the passages before and after one in its document; none in a document with pages, which are cited one by one. */
export async function readNeighbours(
  ctx: Ctx,
  { itemId, number, page, title, address }: FoundPassage,
): Promise<FoundPassage[]> {
  if (page !== null) return []
  const rows = await selectPassages(ctx)
    .where('passage.item_id', '=', itemId)
    .where('passage.number', 'in', [number - 1, number + 1])
    .execute()
  // The document may be cited as its version in the visitor's language.
  return rows.map((row) => ({ ...foundPassageOf(row, { score: 0, coverage: 0 }), title, address }))
}

function nearTheBest(ranked: readonly RankedPassage[]): readonly RankedPassage[] {
  const [best] = ranked
  return best ? ranked.filter(({ score }) => score >= best.score * LEAST_OF_BEST) : []
}

async function readPassages(ctx: Ctx, ranked: readonly RankedPassage[]): Promise<FoundPassage[]> {
  if (ranked.length === 0) return []
  const rows = await selectPassages(ctx)
    .where(
      'passage.id',
      'in',
      ranked.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ranked.flatMap(({ id, score, coverage }) => {
    const row = byId.get(id)
    return row ? [foundPassageOf(row, { score, coverage })] : []
  })
}

export function selectPassages(ctx: Ctx) {
  return ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select(['passage.id', 'passage.item_id', 'passage.number', 'passage.page'])
    .select(['passage.headings', 'passage.text'])
    .select(['item.kind', 'item.title', 'item.address', 'item.is_public'])
    .select(['item.site_language', 'item.version_of'])
    .where('item.enabled', '=', 1)
}

type PassageRow = Awaited<ReturnType<ReturnType<typeof selectPassages>['executeTakeFirstOrThrow']>>

export function foundPassageOf(
  row: PassageRow,
  measures: Pick<FoundPassage, 'score' | 'coverage'>,
): FoundPassage {
  const { id, item_id: itemId, number, kind, title, address, page, text } = row
  const headings = JSON.parse(row.headings) as string[]
  return {
    id,
    itemId,
    number,
    kind,
    title,
    address,
    page,
    text,
    headings,
    isPublic: row.is_public === 1,
    version: { of: row.version_of, language: row.site_language },
    ...measures,
  }
}

/** Merges ranked lists; what is near the top of several comes first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists)
    for (const [rank, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CONSTANT + rank + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
