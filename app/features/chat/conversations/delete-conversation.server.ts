import { sql } from 'kysely'

import { stopInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { findPendingReply, lockConversation } from '#app/features/chat/replies/pending-replies.server.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import {
  bringBack,
  type Deletion,
  keepDeleted,
  type Part,
} from '#app/platform/deletions/keep-deleted.server.ts'
import { resumeEmails } from '#app/platform/email/change-emails.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { conversationNotFound, conversationSubject } from './get-conversation.server.ts'

/** Deletes a conversation, which can be restored for a while. Keeps its cost. @throws {AppError} not-found */
export async function deleteConversation(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'conversations.write')
  return withTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, id)
    const deletion = await keepDeleted(ctx, { kind: 'conversation', subjectId: id, parts: partsOf(id) })
    if (!(await eraseConversation(ctx, id))) throw conversationNotFound()
    await recordChange(ctx, { what: 'conversation.deleted', subject: { id } })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    return deletion
  })
}

/** @throws {AppError} not-found once it is too late. */
export async function restoreConversation(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'conversations.write')
  return withTransaction(ctx, async (ctx) => {
    const { subjectId, idsOf } = await bringBack(ctx, { id: deletionId, kind: 'conversation' })
    await resumeEmails(ctx, idsOf('email'))
    await recordChange(ctx, { what: 'conversation.restored', subject: conversationSubject(subjectId) })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, subjectId)
    return subjectId
  })
}

function partsOf(id: string): Part[] {
  const question = sql<string>`select id from test_question where conversation_id = ${id}`
  return [
    { table: 'conversation', where: sql`id = ${id}` },
    { table: 'chat_message', where: sql`conversation_id = ${id}` },
    { table: 'chat_tool_call', where: sql`conversation_id = ${id}` },
    { table: 'unanswered_question', where: sql`conversation_id = ${id}` },
    { table: 'test_question', where: sql`conversation_id = ${id}` },
    { table: 'test_result', where: sql`question_id in (${question})` },
    { table: 'email', where: sql`about = ${`conversation:${id}`}` },
  ]
}

/** Erases a conversation with its messages and mails, and stops its reply. Returns false if there is none. */
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
