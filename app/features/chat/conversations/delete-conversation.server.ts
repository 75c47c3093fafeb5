import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound } from './conversation-not-found.ts'
import { eraseConversation } from './erase-conversation.server.ts'

/** Deletes a conversation for good, with its messages; what it cost stays counted. @throws {AppError} not-found */
export async function deleteConversation(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    if (!(await eraseConversation(ctx, id))) throw conversationNotFound()
    await recordChange(ctx, { what: 'conversation.deleted', subject: { id } })
  })
}
