import { listDays } from '#app/lib/days.ts'
import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Range } from './range.ts'

/** `at` is a day, or the first moment of an hour in milliseconds. */
export type SeriesPoint = { at: string | number; visitors: number; pageViews: number; contacts: number }
export type Series = { unit: 'hour' | 'day'; points: SeriesPoint[] }

/** The chart: hours of a single day, days of a longer period; where nothing was there is a zero. */
export async function readSeries(ctx: Ctx, range: Range): Promise<Series> {
  return range.from === range.to ? readHours(ctx, range.from) : readDays(ctx, range)
}

async function readDays(ctx: Ctx, { from, to }: Range): Promise<Series> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select(['dimension', 'day', 'key', 'n', 'visitors'])
    .where('dimension', 'in', ['all', 'kind'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const points = listDays(from, to).map((day) => {
    const ofDay = byDay.get(day) ?? []
    const count = (kind: string) =>
      ofDay.find(({ dimension, key }) => dimension === 'kind' && key === kind)?.n ?? 0
    return {
      at: day,
      visitors: ofDay.find(({ dimension }) => dimension === 'all')?.visitors ?? 0,
      pageViews: count('page_view'),
      contacts: count('contact_form'),
    }
  })
  return { unit: 'day', points }
}

/** A visitor stands in the hour in which the day first saw them, so that the hours add up to the day. */
async function readHours(ctx: Ctx, day: string): Promise<Series> {
  const { timeZone } = await ctx.site(ctx)
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  const rows = await ctx.db
    .selectFrom('roll_hour')
    .select(['hour', 'kind', 'n'])
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .execute()
  const points: SeriesPoint[] = []
  for (let hour = start; hour < end; hour += HOUR) {
    const sum = (kind: string) =>
      rows
        .filter((row) => row.kind === kind && row.hour >= hour && row.hour < hour + HOUR)
        .reduce((total, { n }) => total + n, 0)
    points.push({
      at: hour,
      visitors: sum('visitor'),
      pageViews: sum('page_view'),
      contacts: sum('contact_form'),
    })
  }
  return { unit: 'hour', points }
}
