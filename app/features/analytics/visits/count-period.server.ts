import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { countDay, noVisits, type PointCounts, type VisitCounts } from './count-visits.ts'
import type { Selection } from './match-visits.ts'
import { readDays } from './read-days.server.ts'

/** Days in the site's time zone, both inclusive. `cut` is the number of minutes of the last day that count; null for all. */
export type Period = { from: string; to: string; cut: number | null }

export type PeriodCounts = VisitCounts & {
  /** By day, or by the hour's number if the period is one day. */
  points: Map<string | number, PointCounts>
  /** First day whose visits are still stored, if those of earlier days are not; otherwise null. */
  since: string | null
}

/** Sums the visits of a period that match all filters. */
export async function countPeriod(ctx: Ctx, period: Period, selection: Selection): Promise<PeriodCounts> {
  const { from, to, cut } = period
  const counts: PeriodCounts = { ...noVisits(selection.goals), points: new Map(), since: null }
  const pointOf = (at: string | number) => {
    const point = counts.points.get(at) ?? { visitors: 0, pageViews: 0, contacts: 0 }
    counts.points.set(at, point)
    return point
  }
  const turn = createTurns()
  for await (const [day, visits] of readDays(ctx, period)) {
    if (!visits) {
      counts.since = addDays(day, 1)
      continue
    }
    const whole = pointOf(day)
    const pointAt = from === to ? (minute: number) => pointOf(Math.floor(minute / 60)) : () => whole
    countDay(counts, visits, { selection, pointAt, cut: day === to && cut !== null ? cut : Infinity })
    await turn()
  }
  return counts
}
