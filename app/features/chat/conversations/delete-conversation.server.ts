import { listPendingReplies } from '#app/features/chat/conversation/list-pending-replies.server.ts'
import { stopUnderWay } from '#app/features/chat/conversation/under-way.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/conversation/watch-conversation.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound } from './conversation-not-found.ts'

/** Deletes a conversation for good, with its messages; what it cost stays counted. @throws {AppError} not-found */
export async function deleteConversation(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'chat')
    for (const replyId of await listPendingReplies(ctx, id)) await stopUnderWay(ctx, replyId, 'owner')
    const gone = await ctx.db
      .deleteFrom('conversation')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw conversationNotFound()
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
    await recordChange(ctx, { what: 'conversation.deleted', subject: { id } })
  })
}
