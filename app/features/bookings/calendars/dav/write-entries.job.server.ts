import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { writeEntries } from './write-entries.server.ts'

export const writeCalendarEntries = defineJob({
  name: 'write-calendar-entries',
  lane: 'other',
  payload: z.object({ feedId: z.string() }),
  maxAttempts: 5,
  deadline: 5 * MINUTE,
  run: (ctx, { feedId }, { signal }) => writeEntries(ctx, feedId, signal),
})

/** Queues a job for each calendar that receives bookings of these members, in the caller's transaction. */
export async function queueEntries(
  ctx: Ctx,
  { members, occasion }: { members: readonly string[]; occasion: string },
): Promise<void> {
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select('id')
    .where('writes', '=', 1)
    .where('member_id', 'in', members)
    .execute()
  for (const { id } of feeds)
    await enqueue(ctx, writeCalendarEntries, { feedId: id }, { id: `calendar-entries:${id}:${occasion}` })
}
