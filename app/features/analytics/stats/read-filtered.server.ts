import { assertDefined } from '#app/lib/assert-defined.ts'
import { listDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { vitals } from '../rollups/vital-buckets.ts'
import { countPeriod, type PeriodCounts } from '../visits/count-period.server.ts'
import type { Selection } from '../visits/match-visits.ts'

import type { Comparison } from './comparison.ts'
import { type ListPanelName, listPanelNames, listPanels, type PanelRow, rankRows } from './panels.ts'
import type { Range } from './range.ts'
import { stepsOf, totalsOf, vitalFigure } from './read-figures.server.ts'
import { hoursOf, seriesOf } from './read-series.server.ts'

/** Returns the same figures for matching visits; sums cannot be filtered, so this reads each day's visits. */
export async function readFiltered(
  ctx: Ctx,
  { range, comparison }: { range: Range; comparison: Comparison | null },
  selection: Selection,
) {
  const now = await countPeriod(ctx, { ...range, cut: null }, selection)
  const before = comparison && (await countPeriod(ctx, comparison, selection))
  const { timeZone } = await ctx.site(ctx)
  const pointsOf = (days: { from: string; to: string }, { points }: PeriodCounts) => {
    const isDay = days.from === days.to
    const places = isDay ? hoursOf(days.from, timeZone) : listDays(days.from, days.to)
    return places.map((at, n) => ({
      at,
      ...(points.get(isDay ? n : at) ?? { visitors: 0, pageViews: 0, contacts: 0 }),
    }))
  }
  return {
    totals: totalsOf(now, before),
    series: await seriesOf(ctx, range, {
      points: pointsOf(range, now),
      earlier: comparison && before && pointsOf(comparison, before),
    }),
    lists: Object.fromEntries(
      listPanelNames.map((name) => [
        name,
        rankRows(name, now.lists[name].values()).slice(0, listPanels[name].most),
      ]),
      // The entries contain each name of the type.
    ) as Record<ListPanelName, PanelRow[]>,
    funnel: stepsOf(now.funnel),
    vitals: vitals.map((vital) =>
      vitalFigure(
        vital,
        [...now.vitals[vital]].map(([value, n]) => ({ key: String(value), n })),
      ),
    ),
    goals: selection.goals.map(({ id, name }) => ({
      id,
      name,
      conversions: assertDefined(now.goals.get(id), 'every goal is counted'),
    })),
    filteredSince: now.since,
  }
}
