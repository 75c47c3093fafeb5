import { z } from 'zod'

import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { findDrift } from './find-drift.server.ts'

const CHECKED_DAYS = 7

export const lastCheck = defineSetting({
  key: 'analytics-check',
  schema: z.object({ at: z.number(), drift: z.number() }).nullable(),
  defaults: null,
  audit: null,
})

/** Compares the figures of the last seven days with the stored events; the Analytics tab shows differences. */
export const checkRollups = defineJob({
  name: 'check-rollups',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const { timeZone } = await ctx.site(ctx)
    const today = dayOf(ctx.clock.now(), timeZone)
    let drift = 0
    for (let ago = 1; ago <= CHECKED_DAYS; ago += 1) drift += await findDrift(ctx, addDays(today, -ago))
    if (drift > 0) ctx.log.error({ drift }, 'analytics.drift')
    await lastCheck.save(ctx, { at: ctx.clock.now(), drift })
  },
})
