import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { reconcileErasures } from './replay-erasures.server.ts'

/** Detects that an older database was restored by other means, or that the list is missing. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await reconcileErasures(ctx)
  },
})
