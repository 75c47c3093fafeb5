import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { addDays } from '#app/lib/days.ts'
import { dayOf, endOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { LONGEST_DAYS } from '../stats/range.ts'
import { analyticsSettings } from '../settings/analytics-settings.server.ts'

const ROWS_AT_ONCE = 500

/** First day with all its events; null while none were deleted. */
export const firstWholeDay = defineSetting({
  key: 'analytics-whole-from',
  schema: z.string().nullable(),
  defaults: null,
  audit: null,
})

/** Deletes events past their retention in batches of whole days, with the days' visits; sums stay. */
export const deleteOldEvents = defineJob({
  name: 'delete-old-events',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const { retentionDays } = await analyticsSettings.read(ctx)
    const { timeZone } = await ctx.site(ctx)
    const last = addDays(dayOf(ctx.clock.now(), timeZone), -retentionDays - 1)
    const end = endOfDay(last, timeZone)
    await ctx.db.deleteFrom('day_visits').where('day', '<=', last).execute()
    await ctx.db
      .deleteFrom('crawl')
      .where('day', '<', addDays(last, retentionDays - LONGEST_DAYS))
      .execute()
    for (const table of ['event', 'event_outbox'] as const)
      while (!signal.aborted && (await deleteSome(ctx, table, end, addDays(last, 1)))) await sleep(0)
  },
})

/** Deletes a batch; returns false once nothing is left. */
async function deleteSome(
  ctx: Ctx,
  table: 'event' | 'event_outbox',
  end: number,
  wholeFrom: string,
): Promise<boolean> {
  const old = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('at', '<', end)
    .orderBy('at')
    .limit(ROWS_AT_ONCE)
    .execute()
  if (old.length === 0) return false
  // Stored before the first event is deleted, because an incomplete day must not be recounted.
  if (table === 'event' && (await firstWholeDay.read(ctx)) !== wholeFrom)
    await firstWholeDay.save(ctx, wholeFrom)
  const ids = old.map(({ id }) => id)
  await ctx.db.deleteFrom(table).where('id', 'in', ids).execute()
  return true
}
