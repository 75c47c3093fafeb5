import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** The ids of a conversation's replies under way: one, or none. */
export async function listPendingReplies(ctx: Ctx, conversationId: string): Promise<string[]> {
  const pending = await ctx.db
    .selectFrom('chat_message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('outcome', '=', 'pending')
    .where('created_at', '>', pendingSince(ctx.clock.now()))
    .execute()
  return pending.map(({ id }) => id)
}

/** Replies under way on every instance, in all and for one visitor's address (as its keyed hash). */
export async function countStreams(ctx: Ctx, subject: string): Promise<{ inAll: number; ofSubject: number }> {
  const row = await ctx.db
    .selectFrom('chat_message')
    .select((select) => [
      select.fn.countAll<number>().as('inAll'),
      select.fn
        .sum<number | null>(select.case().when('subject', '=', subject).then(1).else(0).end())
        .as('ofSubject'),
    ])
    .where('outcome', '=', 'pending')
    .where('created_at', '>', pendingSince(ctx.clock.now()))
    .executeTakeFirstOrThrow()
  return { inAll: row.inAll, ofSubject: row.ofSubject ?? 0 }
}

/** A reply lasts 60 s at most; one that is pending for longer was left by a process that died. */
const PENDING_FOR = 75 * SECOND

/** Replies begun after this moment can still be under way. */
export function pendingSince(now: number): number {
  return now - PENDING_FOR
}
