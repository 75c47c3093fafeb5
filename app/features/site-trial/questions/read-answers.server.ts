import { readSources } from '#app/features/chat/grounding/sources.server.ts'
import type { ChatSource } from '#app/features/chat/chat-events.ts'
import type { Ctx } from '#app/platform/context.server.ts'

export type Answered = { question: string; answer: string; sources: readonly ChatSource[] }

/** What was asked of a trial and answered; an answer that a restart cut off is left out. */
export async function readAnswers(ctx: Ctx, trialId: string): Promise<Answered[]> {
  const rows = await ctx.db
    .selectFrom('site_trial_question')
    .select(['question', 'answer', 'sources'])
    .where('trial_id', '=', trialId)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ question, answer, sources }) =>
    answer === null ? [] : [{ question, answer, sources: readSources(sources) }],
  )
}
