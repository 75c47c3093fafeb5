import { z } from 'zod'

import type { Turn } from '#app/features/ai/providers/model-call.ts'
import type { ChatLink } from '#app/features/chat/chat-events.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatMessageTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

/** Limits of one request, because the owner may allow long conversations. */
const MAX_TURNS = 60
const MAX_CHARACTERS = 60_000

type Message = Pick<ChatMessageTable, 'author' | 'outcome' | 'text'>

/** Returns the turns for the model, oldest first: the newest that fit, ending with the visitor's. */
export async function listTurns(ctx: Ctx, conversationId: string): Promise<Turn[]> {
  const newestFirst = await ctx.db
    .selectFrom('chat_message')
    .select(['author', 'outcome', 'text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(MAX_TURNS)
    .execute()
  const said = withoutSuperseded(newestFirst.toReversed()).filter(isSaid)
  while (said.length > 0 && said.at(-1)?.author !== 'visitor') said.pop()
  let characters = 0
  const first = said.findLastIndex((message) => (characters += message.text.length) > MAX_CHARACTERS)
  const turns = said.slice(Math.min(first + 1, said.length - 1))
  return turns.map(({ author, text }) => ({
    role: author === 'visitor' ? 'user' : 'assistant',
    content: text,
  }))
}

/** Leaves out replies that a retry replaced. */
export function withoutSuperseded<Row extends Pick<Message, 'author'>>(messages: readonly Row[]): Row[] {
  return messages.filter(
    (message, at) => message.author !== 'assistant' || messages[at + 1]?.author !== 'assistant',
  )
}

/** Excludes our sentences after a failure, which the model must not take for its own. */
function isSaid({ outcome, text }: Message): boolean {
  return text !== '' && !['pending', 'failed', 'withheld', 'demo'].includes(outcome)
}

const linksSchema = z.array(z.object({ label: z.string(), path: z.string() }))

export function readLinks(stored: string | null): ChatLink[] {
  return stored === null ? [] : linksSchema.parse(JSON.parse(stored))
}

type Written = Pick<ChatMessageTable, 'conversation_id' | 'text' | 'page'> & { author: 'visitor' | 'owner' }

export async function storeMessage(ctx: Ctx, written: Written): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('chat_message')
    .values({
      ...emptyMessage(written.conversation_id, now),
      ...written,
      id: newId(),
      finished_at: now,
      outcome: 'whole',
      search: foldForSearch(written.text),
    })
    .execute()
}

type PendingReply = Pick<ChatMessageTable, 'conversation_id' | 'created_at' | 'subject' | 'cost_micros'>

export async function storePendingReply(ctx: Ctx, reply: PendingReply): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('chat_message')
    .values({
      ...emptyMessage(reply.conversation_id, reply.created_at),
      ...reply,
      id,
      author: 'assistant',
      outcome: 'pending',
    })
    .execute()
  return id
}

export function emptyMessage(conversationId: string, at: number) {
  return {
    conversation_id: conversationId,
    created_at: at,
    finished_at: null,
    text: '',
    search: '',
    page: null,
    links: null,
    sources: null,
    subject: null,
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_micros: 0,
    failure: null,
    rating: null,
    rating_comment: null,
    rated_at: null,
  }
}
