import type { Ctx } from '#app/platform/context.server.ts'

import { indexOf } from './index-of.server.ts'
import { parseQuestion } from './parse-question.server.ts'
import type { RankedPassage } from './word-index.ts'

/** The passages nearest to a question by its words, best first, however far. Call it outside transactions. */
export async function rankPassages(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
): Promise<RankedPassage[]> {
  const index = await indexOf(ctx)
  return index.search(await parseQuestion(query, index.languages()), limit)
}
