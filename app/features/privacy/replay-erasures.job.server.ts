import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { replayErasures } from './replay-erasures.server.ts'

/** Finds by itself that an older state of the database was put back, whatever put it there. */
export const replayErasuresOnSchedule = defineJob({
  name: 'replay-erasures',
  payload: z.object({}),
  async run(ctx) {
    await replayErasures(ctx)
  },
})
