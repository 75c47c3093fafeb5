import { z } from 'zod'

import { dayOf } from '#app/lib/site-day.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { destroySalts } from './salts.server.ts'

/** Runs every hour, so that a salt is destroyed within an hour after its day ends. */
export const destroyOldSalts = defineJob({
  name: 'destroy-salts',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const { timeZone } = await ctx.site(ctx)
    await destroySalts(ctx, dayOf(ctx.clock.now(), timeZone))
  },
})
