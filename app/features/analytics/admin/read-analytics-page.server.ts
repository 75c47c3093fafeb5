import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { isShareKey } from '../share/share-link.server.ts'
import { readComparison } from '../stats/comparison.ts'
import { readFilters } from '../stats/filters.ts'
import { readRange } from '../stats/range.ts'
import { collectFigures, type Dashboard, readDashboard } from '../stats/read-dashboard.server.ts'
import { sampleDashboard } from '../stats/sample-dashboard.ts'
import type { View } from '../stats/view.ts'

/** `real` figures, a `sample` that the owner asked for, or a sample because reading the figures `failed`. */
export type Source = 'real' | 'sample' | 'failed'

export type AnalyticsPage = { view: View; today: string; source: Source; dashboard: Dashboard }

export async function readView(ctx: Ctx, params: URLSearchParams): Promise<{ view: View; today: string }> {
  const { timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const today = dayOf(now, timeZone)
  const range = readRange(params, today)
  const comparison = readComparison(params, range, { now, today, timeZone })
  return { view: { range, comparison, filters: readFilters(params) }, today }
}

/** Returns the data of the Analytics tab. Sample figures replace real ones completely, never in part. */
export async function readAnalyticsPage(ctx: Ctx, params: URLSearchParams): Promise<AnalyticsPage> {
  const { view, today } = await readView(ctx, params)
  const sample = sampleDashboard(readRange(new URLSearchParams(), today), ctx.clock.now())
  if (params.get('sample') === '1') return { view, today, source: 'sample', dashboard: sample }
  try {
    return { view, today, source: 'real', dashboard: await readDashboard(ctx, view.range, view) }
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ error }, 'analytics.unreadable')
    return { view, today, source: 'failed', dashboard: sample }
  }
}

/** Returns the figures for visitors with the share link. @throws {AppError} not-found without a valid key. */
export async function readSharedAnalytics(ctx: Ctx, params: URLSearchParams) {
  const key = params.get('key')
  if (key === null || !(await isShareKey(ctx, key)))
    throw new AppError('not-found', 'This link no longer works.')
  const { siteName, timeZone } = await ctx.site(ctx)
  const { view, today } = await readView(ctx, params)
  return {
    siteName,
    timeZone,
    now: ctx.clock.now(),
    today,
    view: { ...view, shareKey: key },
    dashboard: await collectFigures(ctx, view.range, view),
  }
}
