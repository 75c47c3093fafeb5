import type { Ctx } from '#app/platform/context.server.ts'

import { readCollections } from '../collections/read-collections.server.ts'

import { currentIndex } from './current-index.server.ts'
import { type ParsedQuestion, parseQuestion } from './parse-question.server.ts'
import { versionLanguage } from './page-versions.server.ts'
import { type Candidate, refineRanking } from './refine-ranking.ts'
import { readTerms } from './terms.ts'
import type { RankedPassage, WordIndex } from './word-index.ts'

/** How many of the best passages `refineRanking` ranks again; 100 give no better results. */
const REFINED = 50
/** The factor for the page that the visitor is on, which is slightly more likely to be meant. */
const SAME_PAGE = 1.1

export type Asked = {
  query: string
  /** The path of the page that the visitor is on. */
  page?: string | null | undefined
}

/** Returns the best first. Call it outside transactions. */
export async function rankPassages(
  ctx: Ctx,
  { query, limit, page = null }: Asked & { limit: number },
): Promise<RankedPassage[]> {
  const index = await currentIndex(ctx)
  const [question, language, collections] = await Promise.all([
    parseQuestion(index, query),
    versionLanguage(ctx),
    readCollections(ctx),
  ])
  const ranked = index.search(question.words, Math.max(limit, REFINED), { language, collections })
  const best = await refine(ctx, { ranked: ranked.slice(0, REFINED), question, index, page })
  return [...best, ...ranked.slice(REFINED)].slice(0, limit)
}

type Refining = {
  ranked: readonly RankedPassage[]
  question: ParsedQuestion
  index: Pick<WordIndex, 'size' | 'averageLength' | 'frequency'>
  page: string | null
}

async function refine(ctx: Ctx, { ranked, question, index, page }: Refining): Promise<RankedPassage[]> {
  if (ranked.length === 0) return []
  const rows = await ctx.db
    .selectFrom('knowledge_passage as passage')
    .innerJoin('knowledge_item as item', 'item.id', 'passage.item_id')
    .select(['passage.id', 'passage.terms'])
    .select(['item.language', 'item.title_terms', 'item.terms_version', 'item.address'])
    .where(
      'passage.id',
      'in',
      ranked.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const candidates = ranked.flatMap((passage): (Candidate & RankedPassage & { address: string | null })[] => {
    const row = byId.get(passage.id)
    if (!row) return []
    const terms = row.terms_version === 0 ? [] : row.terms.split(' ')
    const title = readTerms(row.title_terms).map(([term]) => term)
    return [{ ...passage, language: row.language ?? 'en', title, terms, address: row.address }]
  })
  return refineRanking(candidates, question, index)
    .map(({ id, score, coverage, address }) => ({
      id,
      coverage,
      score: page !== null && address === page ? score * SAME_PAGE : score,
    }))
    .sort((a, b) => b.score - a.score)
}
