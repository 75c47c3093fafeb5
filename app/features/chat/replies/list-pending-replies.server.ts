import type { Ctx } from '#app/platform/context.server.ts'

import { pendingSince } from './pending.ts'

/** The ids of a conversation's replies under way: one, or none. */
export async function listPendingReplies(ctx: Ctx, conversationId: string): Promise<string[]> {
  const pending = await ctx.db
    .selectFrom('chat_message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('outcome', '=', 'pending')
    .where('created_at', '>', pendingSince(ctx.clock.now()))
    .execute()
  return pending.map(({ id }) => id)
}
