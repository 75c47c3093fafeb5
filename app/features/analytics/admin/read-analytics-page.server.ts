import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { isShareKey } from '../share/share-link.server.ts'
import { type Range, readRange } from '../stats/range.ts'
import { collectFigures, type Dashboard, readDashboard } from '../stats/read-dashboard.server.ts'
import { sampleDashboard } from '../stats/sample-dashboard.ts'

/** `real` figures, a `sample` that the owner asked for, or a sample because reading the figures `failed`. */
export type Source = 'real' | 'sample' | 'failed'

export type AnalyticsPage = { range: Range; today: string; source: Source; dashboard: Dashboard }

/** What the Analytics tab shows. Sample figures replace the real ones as a whole. */
export async function readAnalyticsPage(ctx: Ctx, params: URLSearchParams): Promise<AnalyticsPage> {
  const { timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const today = dayOf(now, timeZone)
  const range = readRange(params, today)
  const sample = sampleDashboard(readRange(new URLSearchParams(), today), now)
  if (params.get('sample') === '1') return { range, today, source: 'sample', dashboard: sample }
  try {
    return { range, today, source: 'real', dashboard: await readDashboard(ctx, range) }
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ error }, 'analytics.unreadable')
    return { range, today, source: 'failed', dashboard: sample }
  }
}

/** The figures for a visitor with the share link. @throws {AppError} not-found without a valid key. */
export async function readSharedAnalytics(ctx: Ctx, params: URLSearchParams) {
  const key = params.get('key')
  if (key === null || !(await isShareKey(ctx, key)))
    throw new AppError('not-found', 'This link no longer works.')
  const { siteName, timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const today = dayOf(now, timeZone)
  const range = readRange(params, today)
  return { siteName, timeZone, now, today, range, key, dashboard: await collectFigures(ctx, range) }
}
