import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound } from './conversation-not-found.ts'
import { conversationSubject } from './conversation-subject.ts'

/** Sets or takes away the owner's mark. @throws {AppError} not-found */
export async function markConversation(
  ctx: Ctx,
  { id, isMarked }: { id: string; isMarked: boolean },
): Promise<void> {
  requireActor(ctx)
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
