import { pendingSince } from '#app/features/chat/replies/pending.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound } from './conversation-not-found.ts'

/** A conversation with every message, oldest first, replies that were asked for again included. @throws {AppError} not-found */
export async function getConversation(ctx: Ctx, id: string) {
  requireActor(ctx)
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'created_at', 'updated_at', 'page', 'speaker', 'turns', 'marked', 'lead_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) throw conversationNotFound()
  const rows = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'created_at', 'finished_at', 'author', 'outcome', 'text', 'page'])
    .select(['provider', 'model', 'input_tokens', 'output_tokens', 'cost_micros', 'failure'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  const since = pendingSince(ctx.clock.now())
  // A pending reply that is not under way was left by a process that died.
  const messages = rows.map((row) =>
    row.outcome === 'pending' && row.created_at <= since ? { ...row, outcome: 'cut' as const } : row,
  )
  return { conversation, messages }
}

export type ConversationDetail = Awaited<ReturnType<typeof getConversation>>
