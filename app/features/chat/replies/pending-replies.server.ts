import { LOCK_BOUNDS } from '#app/features/ai/spending/queued-transaction.server.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** A reply lasts at most 60 s; one that is pending for longer was left by a crashed process. */
const PENDING_FOR = 75 * SECOND

export function pendingSince(now: number): number {
  return now - PENDING_FOR
}

/** Until the commit, no other transaction starts, settles or erases anything in this conversation. */
export async function lockConversation(ctx: Ctx, id: string): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, `conversation ${id}`, LOCK_BOUNDS)
}

export async function findPendingReply(ctx: Ctx, conversationId: string): Promise<string | null> {
  const pending = await ctx.db
    .selectFrom('chat_message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('outcome', '=', 'pending')
    .where('created_at', '>', pendingSince(ctx.clock.now()))
    .executeTakeFirst()
  return pending?.id ?? null
}

/** Counts the replies in flight on all instances, in total and for one address, given as a keyed hash. */
export async function countStreams(ctx: Ctx, subject: string): Promise<{ inAll: number; ofSubject: number }> {
  return ctx.db
    .selectFrom('chat_message')
    .select((select) => [
      select.fn.countAll<number>().as('inAll'),
      select.fn.count<number>(select.case().when('subject', '=', subject).then(1).end()).as('ofSubject'),
    ])
    .where('outcome', '=', 'pending')
    .where('created_at', '>', pendingSince(ctx.clock.now()))
    .executeTakeFirstOrThrow()
}
