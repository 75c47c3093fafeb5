import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { lastCheck } from '../rollups/check-rollups.job.server.ts'

import { type Activity, countPresent, listActivities } from './list-activities.server.ts'
import {
  type FunnelStep,
  listPanel,
  listRefused,
  readFunnel,
  readTotals,
  readVitals,
  type RefusedCount,
  type Totals,
  type VitalFigure,
} from './read-figures.server.ts'
import { type ListPanelName, listPanelNames, type PanelRow } from './panels.ts'
import type { Range } from './range.ts'
import { readSeries, type Series } from './read-series.server.ts'

export type Dashboard = {
  totals: Totals
  series: Series
  lists: Record<ListPanelName, PanelRow[]>
  funnel: FunnelStep[]
  vitals: VitalFigure[]
  activities: Activity[]
  refused: RefusedCount[]
  present: number
  /** How many figures differed from the stored events in the last nightly check. */
  drift: number
  isEmpty: boolean
}

export async function readDashboard(ctx: Ctx, range: Range): Promise<Dashboard> {
  requireActor(ctx, 'analytics.read')
  return collectFigures(ctx, range)
}

/** The figures without a check of who reads them: callers have made sure that the reader may. */
export async function collectFigures(ctx: Ctx, range: Range): Promise<Dashboard> {
  const [totals, series, lists, funnel, vitals, activities, refused, present, check, isEmpty] =
    await Promise.all([
      readTotals(ctx, range),
      readSeries(ctx, range),
      readLists(ctx, range),
      readFunnel(ctx, range),
      readVitals(ctx, range),
      listActivities(ctx),
      listRefused(ctx, range),
      countPresent(ctx),
      lastCheck.read(ctx),
      isNothingCounted(ctx),
    ])
  const drift = check === null ? 0 : check.drift
  return { totals, series, lists, funnel, vitals, activities, refused, present, drift, isEmpty }
}

async function readLists(ctx: Ctx, range: Range): Promise<Dashboard['lists']> {
  const entries = listPanelNames.map(async (name) => [name, await listPanel(ctx, name, range)] as const)
  // Each name of the type is among the entries.
  return Object.fromEntries(await Promise.all(entries)) as Dashboard['lists']
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
