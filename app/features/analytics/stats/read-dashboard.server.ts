import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { lastCheck } from '../rollups/check-rollups.job.server.ts'

import { type Activity, listActivities } from './list-activities.server.ts'
import { countPresent } from './count-present.server.ts'
import { listPanel } from './list-panel.server.ts'
import { listRefused, type RefusedCount } from './list-refused.server.ts'
import { type ListPanelName, listPanelNames, type PanelRow } from './panels.ts'
import type { Range } from './range.ts'
import { type FunnelStep, readFunnel } from './read-funnel.server.ts'
import { readSeries, type Series } from './read-series.server.ts'
import { readTotals, type Totals } from './read-totals.server.ts'
import { readVitals, type VitalFigure } from './read-vitals.server.ts'

export type Dashboard = {
  totals: Totals
  series: Series
  lists: Record<ListPanelName, PanelRow[]>
  funnel: FunnelStep[]
  vitals: VitalFigure[]
  activities: Activity[]
  refused: RefusedCount[]
  present: number
  /** Figures that the last nightly check found to differ from the stored events. */
  drift: number
  /** Nothing was ever counted. */
  isEmpty: boolean
}

/** All that the Analytics tab shows of a period. */
export async function readDashboard(ctx: Ctx, range: Range): Promise<Dashboard> {
  requireActor(ctx)
  return collectFigures(ctx, range)
}

/** From roll-ups alone but for activities and those present; whoever calls has seen to it that the reader may. */
export async function collectFigures(ctx: Ctx, range: Range): Promise<Dashboard> {
  const [totals, series, funnel, vitals, activities, refused, present, check, isEmpty, ...rows] =
    await Promise.all([
      readTotals(ctx, range),
      readSeries(ctx, range),
      readFunnel(ctx, range),
      readVitals(ctx, range),
      listActivities(ctx),
      listRefused(ctx, range),
      countPresent(ctx),
      lastCheck.read(ctx),
      isNothingCounted(ctx),
      ...listPanelNames.map((name) => listPanel(ctx, name, range)),
    ])
  const lists = Object.fromEntries(
    listPanelNames.map((name, place) => [name, rows[place] ?? []]),
  ) as Dashboard['lists']
  return {
    totals,
    series,
    lists,
    funnel,
    vitals,
    activities,
    refused,
    present,
    drift: check?.drift ?? 0,
    isEmpty,
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
