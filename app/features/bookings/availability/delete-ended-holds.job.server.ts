import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

export const deleteEndedHolds = defineJob({
  name: 'delete-ended-holds',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db.deleteFrom('slot_claim').where('expires_at', '<=', ctx.clock.now()).execute()
  },
})
