import { stopInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { findPendingReply, lockConversation } from '#app/features/chat/replies/pending-replies.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound, conversationSubject } from './get-conversation.server.ts'

export async function markConversation(
  ctx: Ctx,
  { id, isMarked }: { id: string; isMarked: boolean },
): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('conversation')
      .set({ marked: isMarked ? 1 : 0 })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw conversationNotFound()
    const what = isMarked ? 'conversation.marked' : 'conversation.unmarked'
    await recordChange(ctx, { what, subject: conversationSubject(id) })
  })
}

/** The visitor no longer waits for a person. @throws {AppError} not-found */
export async function attendConversation(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('conversation')
      .set({ waiting_since: null })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw conversationNotFound()
    await recordChange(ctx, { what: 'conversation.attended', subject: conversationSubject(id) })
  })
}

/** Deletes a conversation with its messages; its cost stays in the ledger. @throws {AppError} not-found */
export async function deleteConversation(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    if (!(await eraseConversation(ctx, id))) throw conversationNotFound()
    await recordChange(ctx, { what: 'conversation.deleted', subject: { id } })
  })
}

/** Erases a conversation with its messages and mails, and stops its reply in flight. Returns false when there is none. */
export async function eraseConversation(ctx: Ctx, id: string): Promise<boolean> {
  return withTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, id)
    const replyId = await findPendingReply(ctx, id)
    if (replyId !== null) await stopInFlight(ctx, replyId, 'owner')
    const gone = await ctx.db
      .deleteFrom('conversation')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return false
    await ctx.db.deleteFrom('email').where('about', '=', `conversation:${id}`).execute()
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
    return true
  })
}
