import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { quantile } from '../rollups/vital-buckets.ts'

/** `p75` is the 75th percentile in milliseconds, or null without visits. */
export type Speed = { p75: number | null; visits: number }

export async function readSpeed(ctx: Ctx, days: number): Promise<{ lcp: Speed; ttfb: Speed }> {
  const { timeZone } = await ctx.site(ctx)
  const today = dayOf(ctx.clock.now(), timeZone)
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => ['dimension', 'key', select.fn.sum<number>('n').as('n')])
    .where('dimension', 'in', ['lcp', 'ttfb'])
    .where('day', '>', addDays(today, -days))
    .where('day', '<=', today)
    .groupBy(['dimension', 'key'])
    .execute()
  const speedOf = (dimension: string): Speed => {
    const buckets = rows.filter((row) => row.dimension === dimension)
    return { p75: quantile(buckets, 0.75), visits: buckets.reduce((sum, { n }) => sum + n, 0) }
  }
  return { lcp: speedOf('lcp'), ttfb: speedOf('ttfb') }
}
