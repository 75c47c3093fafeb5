import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { findAssignee } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

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

/** Marks that the visitor no longer waits for a person. @throws {AppError} not-found */
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
    await ctx.signals.publish(ctx, TODAY_TOPIC)
  })
}

/** Undoes `attendConversation`. @throws {AppError} not-found, also if a member has answered since. */
export async function waitAgain(ctx: Ctx, { id, since }: { id: string; since: number }): Promise<void> {
  requireActor(ctx, 'conversations.write')
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('conversation')
      .set({ waiting_since: since })
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chat_message')
              .select('chat_message.id')
              .whereRef('conversation_id', '=', 'conversation.id')
              .where('author', '=', 'owner')
              .where('chat_message.created_at', '>', since),
          ),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw conversationNotFound()
    await recordChange(ctx, { what: 'conversation.waits_again', subject: conversationSubject(id) })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
  })
}

/** Sets the assignee; null is nobody. Returns the former one. @throws {AppError} not-found */
export async function assignConversation(
  ctx: Ctx,
  { id, assigneeId }: { id: string; assigneeId: string | null },
): Promise<string | null> {
  const actor = requireActor(ctx, 'conversations.write')
  return withTransaction(ctx, async (ctx) => {
    const member = await findAssignee(ctx, assigneeId)
    const before = await ctx.db
      .selectFrom('conversation')
      .select('assignee_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!before) throw conversationNotFound()
    await ctx.db
      .updateTable('conversation')
      .set({ assignee_id: member?.id ?? null })
      .where('id', '=', id)
      .execute()
    await recordChange(ctx, { what: 'conversation.assigned', subject: conversationSubject(id) })
    if (member)
      await ctx.notify(ctx, {
        kind: 'assigned',
        subject: `chat:${id}:${ctx.clock.now()}`,
        members: [member.id],
        except: actor.memberId,
      })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    return before.assignee_id
  })
}
