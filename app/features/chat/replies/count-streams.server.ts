import type { Ctx } from '#app/platform/context.server.ts'

import { pendingSince } from './pending.ts'

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
