import { z } from 'zod'

import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { lockRollups } from '../rollups/add-to-rollups.server.ts'

import { countDay, noVisits } from './count-visits.ts'
import { packFinishedDay } from './read-days.server.ts'
import type { SortedDay } from './sorted-day.ts'

/** Packs finished days, so that filtering the figures need not wait for it. */
export const packDays = defineJob({
  name: 'pack-visits',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const { timeZone } = await ctx.site(ctx)
    const unpacked = await ctx.db
      .selectFrom('roll_day')
      .leftJoin('day_visits', (join) =>
        join.onRef('day_visits.day', '=', 'roll_day.day').on('day_visits.zone', '=', timeZone),
      )
      .select('roll_day.day')
      .where('roll_day.dimension', '=', 'kind')
      .where('roll_day.day', '<', dayOf(ctx.clock.now(), timeZone))
      .where('day_visits.day', 'is', null)
      .groupBy('roll_day.day')
      .orderBy('roll_day.day', 'desc')
      .execute()
    for (const { day } of unpacked) {
      if (signal.aborted) return
      const visits = await packFinishedDay(ctx, day, timeZone)
      // Earlier days have no events either.
      if (visits === null) return
      await addChannels(ctx, day, visits)
    }
  },
})

/** Days counted by an older version have no channels. */
async function addChannels(ctx: Ctx, day: string, visits: SortedDay): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await lockRollups(ctx)
    const known = await ctx.db
      .selectFrom('roll_day')
      .select('key')
      .where('dimension', '=', 'channel')
      .where('day', '=', day)
      .limit(1)
      .executeTakeFirst()
    if (known) return
    const counts = noVisits([])
    const { mainLanguage } = await ctx.site(ctx)
    const selection = { filters: [], goals: [], mainLanguage }
    const point = { visitors: 0, pageViews: 0, contacts: 0 }
    countDay(counts, visits, { selection, cut: Infinity, pointAt: () => point })
    const rows = (['channel', 'assistant'] as const).flatMap((dimension) =>
      [...counts.lists[`${dimension}s`].values()].map((row) => ({ dimension, day, ...row })),
    )
    if (rows.length > 0) await ctx.db.insertInto('roll_day').values(rows).execute()
  })
}
