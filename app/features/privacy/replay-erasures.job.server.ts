import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { reconcileErasures } from './replay-erasures.server.ts'

/** Repeats erasures if an older database was restored without our commands. Also rewrites the list if it was lost. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await reconcileErasures(ctx)
  },
})
