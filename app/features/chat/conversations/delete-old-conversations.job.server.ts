import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** The privacy page says so too. */
const KEEP_MONTHS = 24

/** Deletes conversations in which nobody has written for 24 months. */
export const deleteOldConversations = defineJob({
  name: 'delete-old-conversations',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
    await ctx.db.deleteFrom('conversation').where('updated_at', '<', limit).execute()
  },
})
