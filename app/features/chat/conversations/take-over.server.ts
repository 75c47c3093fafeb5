import { sql } from 'kysely'

import type { Speaker } from '#app/features/chat/chat-events.ts'
import { stopInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { findPendingReply, lockConversation } from '#app/features/chat/replies/pending-replies.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { parseMessage } from '#app/features/chat/replies/send-message.server.ts'
import { storeMessage } from '#app/features/chat/replies/stored-messages.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { conversationNotFound, conversationSubject } from './get-conversation.server.ts'

/** Lets the owner answer; stops a reply in flight and keeps its text so far. @throws {AppError} not-found */
export async function takeOver(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, id)
    await changeSpeaker(ctx, id, 'owner')
    const replyId = await findPendingReply(ctx, id)
    if (replyId !== null) await stopInFlight(ctx, replyId, 'owner')
    await recordChange(ctx, { what: 'conversation.taken_over', subject: conversationSubject(id) })
  })
}

/** Lets the assistant answer from the visitor's next message on. @throws {AppError} not-found */
export async function handBack(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    await changeSpeaker(ctx, id, 'assistant')
    await recordChange(ctx, { what: 'conversation.handed_back', subject: conversationSubject(id) })
  })
}

/** Sends the visitor a message. @throws {FieldErrors} {AppError} not-found, conflict while the assistant speaks. */
export async function writeAsOwner(
  ctx: Ctx,
  { id, message }: { id: string; message: string },
): Promise<void> {
  requireActor(ctx, 'conversations.write')
  const text = parseMessage(message, chatTexts.of[defaultLocale].errors)
  await withTransaction(ctx, async (ctx) => {
    const conversation = await ctx.db
      .updateTable('conversation')
      .set({ updated_at: ctx.clock.now(), waiting_since: null })
      .where('id', '=', id)
      .returning('speaker')
      .executeTakeFirst()
    if (!conversation) throw conversationNotFound()
    if (conversation.speaker !== 'owner')
      throw new AppError('conflict', 'The assistant is speaking. Take the conversation over first.')
    await storeMessage(ctx, { conversation_id: id, author: 'owner', text, page: null })
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    await recordChange(ctx, { what: 'conversation.answered', subject: conversationSubject(id) })
  })
}

async function changeSpeaker(ctx: Ctx, id: string, speaker: Speaker): Promise<void> {
  const changed = await ctx.db
    .updateTable('conversation')
    .set({
      speaker,
      waiting_since: sql<number | null>`case when speaker = ${speaker} then waiting_since end`,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw conversationNotFound()
  await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
  await ctx.signals.publish(ctx, TODAY_TOPIC)
}
