import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { indexOf } from '#app/features/knowledge/search/index-of.server.ts'
import { type FoundPassage, searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { isQuestion } from '#app/features/knowledge/unanswered/is-question.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { MAX_GROUNDS_LENGTH } from './grounded-turns.ts'

const MOST_PASSAGES = 6
/** Of words: what is shorter leans on what was said before (“and how much is that?”). */
const STANDS_ALONE = 8

export type Grounds = {
  /** Best first. */
  passages: readonly FoundPassage[]
  /** The knowledge base was asked something and cannot tell. */
  isUnknown: boolean
}

/** What the knowledge base holds on the visitor's last message. If the search fails, the reply is made without. */
export async function findGrounds(ctx: Ctx, turns: readonly Turn[]): Promise<Grounds> {
  return search(ctx, turns).catch((error: unknown) => {
    ctx.log.error({ error }, 'chat.search_failed')
    return { passages: [], isUnknown: false }
  })
}

async function search(ctx: Ctx, turns: readonly Turn[]): Promise<Grounds> {
  const message = turns.at(-1)?.content ?? ''
  for (const query of standaloneQueries(turns)) {
    const passages = await searchPassages(ctx, { query, limit: MOST_PASSAGES })
    if (passages.length > 0) return { passages: withinLength(passages), isUnknown: false }
  }
  return { passages: [], isUnknown: await isQuestion(ctx, message) }
}

/** How many characters of passages a prompt may hold: none while nothing is known. */
export async function longestGrounds(ctx: Ctx): Promise<number> {
  return (await indexOf(ctx)).size === 0 ? 0 : MAX_GROUNDS_LENGTH
}

/**
 * The last message as questions that stand alone, the likeliest first. A short one is read together with the message
 * before it, which names what it is about; a model could put it into one sentence, but costs a call before each reply.
 */
export function standaloneQueries(turns: readonly Turn[]): string[] {
  const [message = '', before] = turns
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .toReversed()
  if (before === undefined) return [message]
  const together = `${before}\n${message}`
  const isShort = message.split(/\s+/).length < STANDS_ALONE
  return isShort ? [together, message] : [message, together]
}

function withinLength(passages: readonly FoundPassage[]): FoundPassage[] {
  let length = 0
  return passages.filter(({ text }) => (length += text.length) <= MAX_GROUNDS_LENGTH)
}
