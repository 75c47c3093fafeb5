import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import { deleteExpiredThrottles } from '#app/platform/throttle.server.ts'

import { defineJob } from './job.server.ts'

/** Longer than any schedule's slot: if a slot's row were deleted earlier, the slot would run again. */
const KEEP_FINISHED = 40 * DAY

export const deleteOldJobs = defineJob({
  name: 'delete-old-jobs',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db
      .deleteFrom('job')
      .where('state', 'in', ['done', 'dead'])
      .where('finished_at', '<', ctx.clock.now() - KEEP_FINISHED)
      .execute()
    await deleteExpiredThrottles(ctx)
  },
})
