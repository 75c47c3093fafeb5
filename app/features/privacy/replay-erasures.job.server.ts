import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { reconcileErasures } from './replay-erasures.server.ts'

/** Repeats erasures after somebody has restored an older database without our commands, and writes a lost list again. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await reconcileErasures(ctx)
  },
})
