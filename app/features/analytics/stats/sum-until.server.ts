import { startOfDay } from '#app/lib/site-day.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { countPeriod } from '../visits/count-period.server.ts'

export type TotalName = 'visitors' | 'pageViews' | 'contacts' | 'chats'
export type TotalCounts = Record<TotalName, number>

/**
 * Returns the totals of the first minutes of a day: exact while its events are stored, afterwards estimated from its
 * hours, of which the last one counts in proportion.
 */
export async function sumUntil(ctx: Ctx, day: string, minutes: number): Promise<TotalCounts> {
  const found = await countPeriod(ctx, { from: day, to: day, cut: minutes }, { filters: [], goals: [] })
  if (found.since === null) return found
  const { timeZone } = await ctx.site(ctx)
  const start = startOfDay(day, timeZone)
  const end = start + minutes * MINUTE
  const rows = await ctx.db
    .selectFrom('roll_hour')
    .select(['hour', 'kind', 'n'])
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .execute()
  const sum = (kind: string) =>
    Math.round(
      rows
        .filter((row) => row.kind === kind)
        .reduce((total, { hour, n }) => total + n * Math.min(1, (end - hour) / HOUR), 0),
    )
  return {
    visitors: sum('visitor'),
    pageViews: sum('page_view'),
    contacts: sum('contact_form'),
    chats: sum('chat'),
  }
}
