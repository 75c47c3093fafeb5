import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatMessageTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

/** Bounds what one message can cost where the owner lifts the limit of a conversation. */
const MAX_TURNS = 60
const MAX_CHARACTERS = 60_000

type Message = Pick<ChatMessageTable, 'author' | 'outcome' | 'text'>

/** What the model is told of the conversation, oldest first: the newest turns that fit, ending with the visitor's. */
export async function listTurns(ctx: Ctx, conversationId: string): Promise<Turn[]> {
  const newestFirst = await ctx.db
    .selectFrom('chat_message')
    .select(['author', 'outcome', 'text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(MAX_TURNS)
    .execute()
  return toTurns(newestFirst.toReversed())
}

export function toTurns(messages: readonly Message[]): Turn[] {
  const said = withoutSuperseded(messages).filter(isSaid)
  while (said.length > 0 && said.at(-1)?.author !== 'visitor') said.pop()
  let characters = 0
  const first = said.findLastIndex((message) => (characters += message.text.length) > MAX_CHARACTERS)
  const turns = said.slice(Math.min(first + 1, said.length - 1))
  return turns.map(({ author, text }) => ({
    role: author === 'visitor' ? 'user' : 'assistant',
    content: text,
  }))
}

/** A reply that was asked for again is replaced by the next one. */
export function withoutSuperseded<Row extends Pick<Message, 'author'>>(messages: readonly Row[]): Row[] {
  return messages.filter(
    (message, at) => message.author !== 'assistant' || messages[at + 1]?.author !== 'assistant',
  )
}

/** Sentences that stand for a failure are ours and not the model's. */
function isSaid({ outcome, text }: Message): boolean {
  return text !== '' && !['pending', 'failed', 'withheld', 'demo'].includes(outcome)
}

type Written = Pick<ChatMessageTable, 'conversation_id' | 'text' | 'page'> & { author: 'visitor' | 'owner' }

/** Stores what a person wrote. */
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
  }
}
