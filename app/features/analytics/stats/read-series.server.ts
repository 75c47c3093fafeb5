import { listDays } from '#app/lib/days.ts'
import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Range } from './range.ts'
import { nothingCounted } from './read-figures.server.ts'

/** `at` is a day, or the start of an hour in milliseconds. */
export type SeriesPoint = { at: string | number; visitors: number; pageViews: number; contacts: number }
export type Series = { unit: 'hour' | 'day'; points: SeriesPoint[] }

/** The chart's points: the hours of a single day, the days of a longer period. */
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
  const byName = new Map(rows.map((row) => [`${row.day} ${row.dimension} ${row.key}`, row]))
  const points = listDays(from, to).map((day) => {
    const of = (name: string) => byName.get(`${day} ${name}`) ?? nothingCounted
    return {
      at: day,
      visitors: of('all ').visitors,
      pageViews: of('kind page_view').n,
      contacts: of('kind contact_form').n,
    }
  })
  return { unit: 'day', points }
}

/** A visitor counts in the first hour in which they were seen that day, so that the hours add up to the day. */
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
