import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { reconcileErasures } from './replay-erasures.server.ts'

/** Repeats erasures that the database lacks, for example after a copy of its file was put back. Restores a lost list. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await reconcileErasures(ctx)
  },
})
