import { pendingSince } from '#app/features/chat/replies/pending-replies.server.ts'
import { watchConversation } from '#app/features/chat/replies/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { assistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { tellMember } from '#app/platform/http/tell-member.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Returns a conversation with all messages, oldest first, also replaced replies. @throws {AppError} not-found */
export async function getConversation(ctx: Ctx, id: string) {
  requireActor(ctx, 'conversations.read')
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select([
      'id',
      'created_at',
      'updated_at',
      'page',
      'speaker',
      'turns',
      'marked',
      'lead_id',
      'waiting_since',
      'language',
      'page_title',
      'visitor_name',
      'visitor_email',
    ])
    .select(assistantName('conversation'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) throw conversationNotFound()
  const rows = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'created_at', 'finished_at', 'author', 'outcome', 'text', 'page'])
    .select(['provider', 'model', 'input_tokens', 'output_tokens', 'cost_micros', 'failure'])
    .select(['rating', 'rating_comment'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  const since = pendingSince(ctx.clock.now())
  // A process that crashed left pending replies that are not in flight.
  const messages = rows.map((row) =>
    row.outcome === 'pending' && row.created_at <= since ? { ...row, outcome: 'cut' as const } : row,
  )
  return { conversation, messages, calls: await listCalls(ctx, id) }
}

async function listCalls(ctx: Ctx, id: string) {
  const rows = await ctx.db
    .selectFrom('chat_tool_call')
    .select(['id', 'message_id', 'created_at', 'name', 'input', 'outcome', 'result', 'pressed_at', 'done'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ message_id: messageId, created_at: at, pressed_at: pressedAt, ...call }) => ({
    ...call,
    messageId,
    at,
    pressedAt,
  }))
}

export type ConversationDetail = Awaited<ReturnType<typeof getConversation>>

/** Tells the owner's open transcript to reload; the page itself then requests the messages. */
export function watchAsOwner(
  ctx: Ctx,
  id: string,
): (leaving: AbortSignal) => AsyncIterable<{ type: 'changed' }> {
  return tellMember(ctx, 'conversations.read', (leaving) =>
    watchConversation(ctx, { id, address: null }, leaving),
  )
}

export function conversationNotFound(): AppError {
  return new AppError('not-found', 'There is no such conversation. It may have been deleted.')
}

/** Names a conversation in the audit log by its id only, because a visitor wrote the text. */
export function conversationSubject(id: string): { id: string; path: string } {
  return { id, path: `/admin/conversations/${id}` }
}
