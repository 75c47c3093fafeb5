import { withSpendingLock } from '#app/features/ai/spending/with-spending-lock.server.ts'
import { listPendingReplies } from '#app/features/chat/replies/list-pending-replies.server.ts'
import { stopInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Erases a conversation with its messages and stops what is being written in it; false where there is none. */
export async function eraseConversation(ctx: Ctx, id: string): Promise<boolean> {
  return withSpendingLock(ctx, async (ctx) => {
    for (const replyId of await listPendingReplies(ctx, id)) await stopInFlight(ctx, replyId, 'owner')
    const gone = await ctx.db
      .deleteFrom('conversation')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return false
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
    return true
  })
}
