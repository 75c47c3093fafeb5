import { parseMessage } from '#app/features/chat/replies/parse-chat-request.ts'
import { storeMessage } from '#app/features/chat/replies/store-message.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { conversationNotFound } from './conversation-not-found.ts'
import { conversationSubject } from './conversation-subject.ts'

/**
 * The owner's message to the visitor: stored, then told to whoever follows.
 * @throws {FieldErrors} @throws {AppError} not-found, conflict where the assistant speaks.
 */
export async function writeAsOwner(
  ctx: Ctx,
  { id, message }: { id: string; message: string },
): Promise<void> {
  requireActor(ctx)
  const text = parseMessage(message)
  await withTransaction(ctx, async (ctx) => {
    const conversation = await ctx.db
      .updateTable('conversation')
      .set({ updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .returning('speaker')
      .executeTakeFirst()
    if (!conversation) throw conversationNotFound()
    if (conversation.speaker !== 'owner')
      throw new AppError('conflict', 'The assistant is speaking. Take the conversation over first.')
    await storeMessage(ctx, { conversation_id: id, author: 'owner', text, page: null })
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
    await recordChange(ctx, { what: 'conversation.answered', subject: conversationSubject(id) })
  })
}
