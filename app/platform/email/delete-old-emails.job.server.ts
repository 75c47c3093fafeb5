import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** The privacy page promises this period. */
const KEEP_MONTHS = 24

export const deleteOldEmails = defineJob({
  name: 'delete-old-emails',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db
      .deleteFrom('email')
      .where('about', 'is', null)
      .where('created_at', '<', monthsBefore(ctx.clock.now(), KEEP_MONTHS))
      .execute()
  },
})
