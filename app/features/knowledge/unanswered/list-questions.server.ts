import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { readTerms } from '../search/terms.ts'

import { groupByLikeness } from './group-by-likeness.ts'

/** The newest; what is older has been asked again or does not matter. */
const MOST_QUESTIONS = 1000
const MOST_GROUPS = 50

export type QuestionGroup = {
  /** Of all its questions. */
  ids: string[]
  /** The newest wording. */
  text: string
  times: number
  /** Milliseconds UTC. */
  lastAskedAt: number
  /** In which it was last asked. */
  conversationId: string | null
}

/** What visitors asked and nobody could tell, those alike as one, the most asked first. */
export async function listQuestions(ctx: Ctx): Promise<QuestionGroup[]> {
  requireActor(ctx)
  const rows = await ctx.db
    .selectFrom('unanswered_question')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_QUESTIONS)
    .execute()
  const questions = rows.map((row) => ({ row, terms: new Set(readTerms(row.terms).map(([term]) => term)) }))
  return groupByLikeness(questions)
    .map((group) => ({
      ids: group.map(({ row }) => row.id),
      text: group[0].row.text,
      times: group.length,
      lastAskedAt: group[0].row.asked_at,
      conversationId: group[0].row.conversation_id,
    }))
    .sort((a, b) => b.times - a.times || b.lastAskedAt - a.lastAskedAt)
    .slice(0, MOST_GROUPS)
}
