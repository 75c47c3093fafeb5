import { assertDefined } from '#app/lib/assert-defined.ts'
import { listDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type CrawlerRow, listCrawlers } from '../crawlers/list-crawlers.server.ts'
import type { Goal } from '../goals/goal.ts'
import { goals as goalSetting } from '../goals/goals.server.ts'
import { lastCheck } from '../rollups/check-rollups.job.server.ts'
import { vitals } from '../rollups/vital-buckets.ts'
import { countPeriod, type PeriodCounts } from '../visits/count-period.server.ts'
import type { Selection } from '../visits/match-visits.ts'

import { type Comparison, comparisonOf } from './comparison.ts'
import { type Filter, visitFilters } from './filters.ts'
import { type Activity, countPresent, listActivities } from './list-activities.server.ts'
import {
  funnelOf,
  type FunnelStep,
  type GoalFigure,
  goalsOf,
  listPanel,
  listRefused,
  readTotals,
  type RefusedCount,
  stepsOf,
  type Totals,
  totalsOf,
  type VitalFigure,
  vitalFigure,
  vitalsOf,
} from './read-figures.server.ts'
import { withMainLanguage } from './main-language.server.ts'
import { sumKeys } from './key-sums.server.ts'
import { type ListPanelName, listPanelNames, listPanels, type PanelRow, rankRows } from './panels.ts'
import type { Range } from './range.ts'
import { hoursOf, readSeries, type Series, seriesOf } from './read-series.server.ts'

export type Dashboard = {
  totals: Totals
  series: Series
  lists: Record<ListPanelName, PanelRow[]>
  funnel: FunnelStep[]
  vitals: VitalFigure[]
  goals: GoalFigure[]
  crawlers: CrawlerRow[]
  activities: Activity[]
  refused: RefusedCount[]
  present: number
  /** Number of figures that differed from the stored events in the last nightly check. */
  drift: number
  isEmpty: boolean
  /** First day whose visits can still be filtered, if earlier days of the period cannot; otherwise null. */
  filteredSince: string | null
}

/** Defaults are the period before and no filters. */
export type Asked = { comparison?: Comparison | null; filters?: readonly Filter[] }

export async function readDashboard(ctx: Ctx, range: Range, asked: Asked = {}): Promise<Dashboard> {
  requireActor(ctx, 'analytics.read')
  return collectFigures(ctx, range, asked)
}

/** Returns the figures without a permission check; callers must have checked the reader. */
export async function collectFigures(
  ctx: Ctx,
  range: Range,
  { comparison, filters = [] }: Asked,
): Promise<Dashboard> {
  const [{ timeZone, languages, mainLanguage }, { goals }] = await Promise.all([
    ctx.site(ctx),
    goalSetting.read(ctx),
  ])
  const now = ctx.clock.now()
  const compared =
    comparison === undefined
      ? comparisonOf(range, { now, timeZone, today: dayOf(now, timeZone) })
      : comparison
  const selection = { filters: visitFilters(filters), goals, mainLanguage }
  const periods = { range, comparison: compared }
  const [figures, activities, crawlers, refused, present, check, isEmpty] = await Promise.all([
    selection.filters.length > 0 ? readFiltered(ctx, periods, selection) : readSums(ctx, periods, goals),
    listActivities(ctx, selection),
    listCrawlers(ctx, range, filters),
    listRefused(ctx, range),
    countPresent(ctx),
    lastCheck.read(ctx),
    isNothingCounted(ctx),
  ])
  const drift = check === null ? 0 : check.drift
  // A site with one language has no use for the panel.
  if (languages.length < 2 && figures.lists.languages.length < 2) figures.lists.languages = []
  return { ...figures, activities, crawlers, refused, present, drift, isEmpty }
}

type Periods = { range: Range; comparison: Comparison | null }

async function readSums(ctx: Ctx, { range, comparison }: Periods, known: readonly Goal[]) {
  const [totals, series, sums] = await Promise.all([
    readTotals(ctx, range, comparison),
    readSeries(ctx, range, comparison),
    sumKeys(ctx, range),
  ])
  // `Object.fromEntries` loses the names; there is an entry for each.
  const lists = Object.fromEntries(
    listPanelNames.map((name) => [name, listPanel(sums, name)]),
  ) as Dashboard['lists']
  const { most } = listPanels.languages
  lists.languages = rankRows(
    'languages',
    await withMainLanguage(ctx, range, listPanel(sums, 'languages', Infinity)),
  ).slice(0, most)
  return {
    totals,
    series,
    lists,
    funnel: funnelOf(sums),
    vitals: vitalsOf(sums),
    goals: goalsOf(sums, known),
    filteredSince: null,
  }
}

async function isNothingCounted(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('roll_day')
    .select('day')
    .where('dimension', '=', 'kind')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Returns the same figures for matching visits; sums cannot be filtered, so this reads each day's visits. */
async function readFiltered(
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
