import type { ChatCard } from '#app/features/chat/chat-events.ts'
import type { VisitorCard } from '#app/lib/visitor-card.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatToolCallTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

/** Characters of JSON. */
const LONGEST_INPUT = 8000

type Called = Pick<ChatToolCallTable, 'name' | 'outcome' | 'result'> & {
  input: unknown
  card: VisitorCard | null
}

/** Stores a call with its reply. @returns its id, or null if it could not be stored, for example after a deletion. */
export async function storeToolCall(
  ctx: Ctx,
  { conversationId, replyId }: { conversationId: string; replyId: string },
  { name, input, outcome, result, card }: Called,
): Promise<string | null> {
  const id = newId()
  const json = JSON.stringify(input ?? null)
  try {
    await ctx.db
      .insertInto('chat_tool_call')
      .values({
        id,
        conversation_id: conversationId,
        message_id: replyId,
        created_at: ctx.clock.now(),
        // Like the input, the name comes from the model.
        name: readable(name).slice(0, 100),
        input: json.length > LONGEST_INPUT ? '"Too long to store"' : readable(json),
        outcome,
        result: readable(result),
        card: card && readable(JSON.stringify(card)),
        pressed_at: null,
        done: null,
      })
      .execute()
    return id
  } catch (error) {
    ctx.log.warn({ error, replyId }, 'chat.tool_call_not_stored')
    return null
  }
}

/** PostgreSQL cannot store NUL. */
function readable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Returns the cards of a conversation by their replies, in order. */
export async function findCards(ctx: Ctx, conversationId: string): Promise<Map<string, ChatCard[]>> {
  const rows = await ctx.db
    .selectFrom('chat_tool_call')
    .select(['id', 'message_id', 'card', 'done'])
    .where('conversation_id', '=', conversationId)
    .where('card', 'is not', null)
    .orderBy('id')
    .execute()
  const shown = rows.map(({ id, message_id: replyId, card, done }) => ({
    replyId,
    // The column stores only cards.
    card: { ...(JSON.parse(String(card)) as VisitorCard), id, done },
  }))
  const byReply = Map.groupBy(shown, ({ replyId }) => replyId)
  return new Map([...byReply].map(([replyId, of]) => [replyId, of.map(({ card }) => card)]))
}
