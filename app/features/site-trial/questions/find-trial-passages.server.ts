import type { GivenPassage } from '#app/features/chat/grounding/answer-from-passages.server.ts'
import { createWordIndex } from '#app/features/knowledge/search/word-index.ts'
import { parseQuestion } from '#app/features/knowledge/search/parse-question.server.ts'
import { readTerms } from '#app/features/knowledge/search/terms.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { passagesSchema } from '../reading/trial-page.ts'

/** In characters, about 3,000 tokens. */
const MAX_LENGTH = 12_000
const RANKED = 8

/**
 * Returns the passages to answer from: those with the question's words first, then the others in reading order while
 * there is room, because the question may be in another language than the pages.
 */
export async function findTrialPassages(ctx: Ctx, trialId: string, query: string): Promise<GivenPassage[]> {
  const rows = await ctx.db
    .selectFrom('site_trial_page')
    .select(['url', 'title', 'language', 'passages'])
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute()
  const index = createWordIndex()
  const all = new Map<string, GivenPassage>()
  for (const { url, title, language, passages } of rows)
    for (const { headings, text, terms } of passagesSchema.parse(JSON.parse(passages))) {
      const id = String(all.size)
      all.set(id, { title, href: url, headings, text })
      index.add({ id, language, terms: readTerms(terms) })
    }
  const { words } = await parseQuestion(index, query)
  const ranked = index
    .search(words, RANKED)
    .map(({ id }) => assertDefined(all.get(id), 'the index holds no other passages'))
  let left = MAX_LENGTH
  return [...new Set([...ranked, ...all.values()])].filter(({ text }) => (left -= text.length) >= 0)
}
