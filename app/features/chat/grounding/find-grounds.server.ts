import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { currentIndex } from '#app/features/knowledge/search/current-index.server.ts'
import { type FoundPassage, searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { isQuestion } from '#app/features/knowledge/unanswered/note-question.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { MAX_GROUNDS_LENGTH } from './grounded-turns.ts'

const MOST_PASSAGES = 6
/** A question with fewer words leans on the one before it, as in “and how much is that?”. */
const STANDALONE_WORDS = 8

export type Grounds = {
  passages: readonly FoundPassage[]
  /** The visitor asked something that the knowledge base cannot answer. */
  isUnknown: boolean
}

type Question = { question: string; turns: readonly Turn[] }

/** Searches the knowledge base for the question. If the search fails, the reply is made without passages. */
export async function findGrounds(ctx: Ctx, asked: Question): Promise<Grounds> {
  return search(ctx, asked).catch((error: unknown) => {
    ctx.log.error({ error }, 'chat.search_failed')
    return { passages: [], isUnknown: false }
  })
}

async function search(ctx: Ctx, { question, turns }: Question): Promise<Grounds> {
  for (const query of standaloneQueries(turns)) {
    const passages = await searchPassages(ctx, { query, limit: MOST_PASSAGES })
    if (passages.length > 0) return { passages: withinLength(passages), isUnknown: false }
  }
  return { passages: [], isUnknown: await isQuestion(ctx, question) }
}

/** How many characters of passages a prompt can hold: none while the knowledge base is empty. */
export async function longestGrounds(ctx: Ctx): Promise<number> {
  return (await currentIndex(ctx)).size === 0 ? 0 : MAX_GROUNDS_LENGTH
}

/** The queries to try, best first. A short message is searched together with the one before it, which names the subject. */
export function standaloneQueries(turns: readonly Turn[]): string[] {
  const questions = turns.filter(({ role }) => role === 'user').map(({ content }) => content)
  const message = assertDefined(questions.at(-1), 'a reply is made to a visitor’s message')
  const before = questions.at(-2)
  if (before === undefined) return [message]
  const together = `${before}\n${message}`
  const isShort = message.split(/\s+/).length < STANDALONE_WORDS
  return isShort ? [together, message] : [message, together]
}

function withinLength(passages: readonly FoundPassage[]): FoundPassage[] {
  let length = 0
  return passages.filter(({ text }) => (length += text.length) <= MAX_GROUNDS_LENGTH)
}
