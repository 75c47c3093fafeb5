import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { cleanText } from '../passages/clean-text.ts'
import { hasKnowledge } from '../collections/read-collections.server.ts'
import { detectLanguage, loadLanguage } from '../search/languages.server.ts'
import { termsOf, wordsOf } from '../search/terms.ts'

import { isSmallTalk } from './small-talk.ts'

/** Counted without stop words. Thanks and greetings have fewer. */
const WORDS_OF_A_QUESTION = 2
const WORDS_OF_A_REQUEST = 4

/** Returns whether a text has enough words (fewer with a question mark); false for an empty knowledge base. */
export async function isQuestion(ctx: Ctx, message: string): Promise<boolean> {
  if (isSmallTalk(message) || !(await hasKnowledge(ctx))) return false
  const languages = await Promise.all(['en', await detectLanguage(message)].map(loadLanguage))
  const words = new Set(wordsOf(message.slice(0, MAX_LENGTH)))
  const meaningful = [...words].filter((word) => !languages.some(({ stopWords }) => stopWords.has(word)))
  return meaningful.length >= (/[?？؟;]\s*$/.test(message.trim()) ? WORDS_OF_A_QUESTION : WORDS_OF_A_REQUEST)
}

const MAX_LENGTH = 500

/** Stores an unanswered question for the owner, unless its conversation is not stored. */
export async function noteQuestion(
  ctx: Ctx,
  { text, conversationId }: { text: string; conversationId: string },
): Promise<void> {
  const question = cleanText(text).slice(0, MAX_LENGTH).toWellFormed()
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('assistant_id')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation || isSmallTalk(question)) return
  const language = await loadLanguage(await detectLanguage(question))
  await ctx.db
    .insertInto('unanswered_question')
    .values({
      id: newId(),
      asked_at: ctx.clock.now(),
      text: question,
      terms: termsOf(question, language),
      conversation_id: conversationId,
      assistant_id: conversation.assistant_id,
    })
    .execute()
  ctx.signals.nudge(ctx, TODAY_TOPIC)
}
