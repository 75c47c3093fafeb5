import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { reconcileErasures } from './replay-erasures.server.ts'

/** Finds by itself that an older state of the database was put back, whatever put it there, or that the list is away. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    await reconcileErasures(ctx)
  },
})
