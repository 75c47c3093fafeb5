import type { Ctx } from '#app/platform/context.server.ts'

import { indexOf } from '../search/index-of.server.ts'
import { parseQuestion } from '../search/parse-question.server.ts'

/** Words that mean something: thanks and greetings have fewer. */
const WORDS_OF_A_QUESTION = 2
const WORDS_OF_A_REQUEST = 4

/**
 * Whether a message asks something that a knowledge base could tell: by its question mark, or by its length. False while
 * there is nothing to know at all.
 */
export async function isQuestion(ctx: Ctx, message: string): Promise<boolean> {
  const { size } = await indexOf(ctx)
  if (size === 0) return false
  const words = await parseQuestion(message, ['en'])
  const meaningful = words.filter(({ isStopWord }) => !isStopWord).length
  return meaningful >= (/[?？؟;]\s*$/.test(message.trim()) ? WORDS_OF_A_QUESTION : WORDS_OF_A_REQUEST)
}
