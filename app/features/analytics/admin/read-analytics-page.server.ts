import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { type Range, readRange } from '../stats/range.ts'
import { type Dashboard, readDashboard } from '../stats/read-dashboard.server.ts'
import { sampleDashboard } from '../stats/sample-dashboard.ts'

/** real: what was counted. sample: made up, at the owner's wish. failed: made up, for the figures cannot be read. */
export type Source = 'real' | 'sample' | 'failed'

export type AnalyticsPage = { range: Range; today: string; source: Source; dashboard: Dashboard }

/** What the tab shows at an address. Sample figures take the place of the real ones as a whole, never beside them. */
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
