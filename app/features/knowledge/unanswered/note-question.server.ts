import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { cleanText } from '../passages/clean-text.ts'
import { detectLanguage } from '../search/detect-language.ts'
import { loadLanguage } from '../search/languages.server.ts'
import { termsOf } from '../search/terms.ts'

const MAX_LENGTH = 500

/** Keeps a visitor's question that could not be answered for the owner. A conversation that is not kept leaves none. */
export async function noteQuestion(
  ctx: Ctx,
  { text, conversationId }: { text: string; conversationId: string },
): Promise<void> {
  const question = cleanText(text).slice(0, MAX_LENGTH).toWellFormed()
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation || question === '') return
  const language = await loadLanguage(detectLanguage(question, null))
  await ctx.db
    .insertInto('unanswered_question')
    .values({
      id: newId(),
      asked_at: ctx.clock.now(),
      text: question,
      terms: termsOf(question, language),
      conversation_id: conversationId,
    })
    .execute()
}
