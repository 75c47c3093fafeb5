import { withChatLock } from '#app/features/chat/limits/with-chat-lock.server.ts'
import { listPendingReplies } from '#app/features/chat/conversation/list-pending-replies.server.ts'
import { stopUnderWay } from '#app/features/chat/conversation/under-way.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/conversation/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Erases a conversation with its messages and stops what is being written in it; false where there is none. */
export async function eraseConversation(ctx: Ctx, id: string): Promise<boolean> {
  return withChatLock(ctx, async (ctx) => {
    for (const replyId of await listPendingReplies(ctx, id)) await stopUnderWay(ctx, replyId, 'owner')
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
