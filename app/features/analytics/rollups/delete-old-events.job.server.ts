import { z } from 'zod'

import { addDays, daysBetween, listDays } from '#app/lib/days.ts'
import { dayOf, endOfDay } from '#app/lib/site-day.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { findAnalyticsSettings } from '../settings/analytics-settings.server.ts'

/** Deletes single events past their time, one day a transaction, and always whole days; what they added up to stays. */
export const deleteOldEvents = defineJob({
  name: 'delete-old-events',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const { retentionDays } = await findAnalyticsSettings(ctx)
    const { timeZone } = await ctx.site(ctx)
    const last = addDays(dayOf(ctx.clock.now(), timeZone), -retentionDays - 1)
    const first = await ctx.db
      .selectFrom('event')
      .select((select) => select.fn.min<number | null>('at').as('at'))
      .executeTakeFirst()
    if (typeof first?.at !== 'number') return
    const from = dayOf(first.at, timeZone)
    if (daysBetween(from, last) < 0) return
    for (const day of listDays(from, last))
      await ctx.db.deleteFrom('event').where('at', '<', endOfDay(day, timeZone)).execute()
  },
})
