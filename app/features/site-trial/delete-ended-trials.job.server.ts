import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

/** Deletes what was read of visitors' sites, and their questions, after seven days. */
export const deleteEndedTrials = defineJob({
  name: 'delete-ended-trials',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await ctx.db.deleteFrom('site_trial').where('expires_at', '<=', ctx.clock.now()).execute()
  },
})
