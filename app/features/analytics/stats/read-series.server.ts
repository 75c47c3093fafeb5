import { listDays } from '#app/lib/days.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { PointCounts } from '../visits/count-visits.ts'

import type { Comparison } from './comparison.ts'
import type { Range } from './range.ts'
import { nothingCounted } from './read-figures.server.ts'

/** `at` is a day, or the start of an hour in milliseconds. */
export type SeriesPoint = PointCounts & {
  at: string | number
  /** Visitors at the same point of the comparison period; null without one. */
  before: number | null
}
type Counted = Omit<SeriesPoint, 'before'>
export type Series = {
  unit: 'hour' | 'day'
  points: SeriesPoint[]
  /** Index of the point in progress; later ones have not begun. Null if all are over. */
  unfinished: number | null
}

type Days = Pick<Range, 'from' | 'to'>

/** Returns the points of the chart: hours for a single day, days for a longer period. */
export async function readSeries(ctx: Ctx, range: Range, comparison: Comparison | null): Promise<Series> {
  const earlier = comparison && (await readPoints(ctx, comparison))
  return seriesOf(ctx, range, { points: await readPoints(ctx, range), earlier })
}

export async function seriesOf(
  ctx: Ctx,
  { from, to }: Days,
  { points, earlier }: { points: Counted[]; earlier: readonly Counted[] | null },
): Promise<Series> {
  const { timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const current = points.findIndex(({ at }) =>
    typeof at === 'number' ? at <= now && now < at + HOUR : at === dayOf(now, timeZone),
  )
  return {
    unit: from === to ? 'hour' : 'day',
    points: points.map((point, n) => ({ ...point, before: earlier?.[n]?.visitors ?? null })),
    unfinished: current === -1 ? null : current,
  }
}

function readPoints(ctx: Ctx, days: Days): Promise<Counted[]> {
  return days.from === days.to ? readHours(ctx, days.from) : readDays(ctx, days)
}

async function readDays(ctx: Ctx, { from, to }: Days): Promise<Counted[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select(['dimension', 'day', 'key', 'n', 'visitors'])
    .where('dimension', 'in', ['all', 'kind'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const byName = new Map(rows.map((row) => [`${row.day} ${row.dimension} ${row.key}`, row]))
  return listDays(from, to).map((day) => {
    const of = (name: string) => byName.get(`${day} ${name}`) ?? nothingCounted
    return {
      at: day,
      visitors: of('all ').visitors,
      pageViews: of('kind page_view').n,
      contacts: of('kind contact_form').n,
    }
  })
}

export function hoursOf(day: string, timeZone: string): number[] {
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  return Array.from({ length: Math.ceil((end - start) / HOUR) }, (_, n) => start + n * HOUR)
}

/** A visitor counts in the first hour in which they were seen that day, so that the hours sum up to the day. */
async function readHours(ctx: Ctx, day: string): Promise<Counted[]> {
  const { timeZone } = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('roll_hour')
    .select(['hour', 'kind', 'n'])
    .where('hour', '>=', startOfDay(day, timeZone))
    .where('hour', '<', endOfDay(day, timeZone))
    .execute()
  return hoursOf(day, timeZone).map((at) => {
    const sum = (kind: string) =>
      rows
        .filter((row) => row.kind === kind && row.hour >= at && row.hour < at + HOUR)
        .reduce((total, { n }) => total + n, 0)
    return { at, visitors: sum('visitor'), pageViews: sum('page_view'), contacts: sum('contact_form') }
  })
}
