import { dayOf } from '#app/lib/site-day.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { exportPanel } from '../stats/export-panel.server.ts'
import { readRange } from '../stats/range.ts'

import type { Route } from './+types/analytics-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { searchParams } = new URL(request.url)
    const { timeZone } = await ctx.site(ctx)
    const range = readRange(searchParams, dayOf(ctx.clock.now(), timeZone))
    const panel = searchParams.get('panel') ?? 'totals'
    return csvDownload(`${panel}-${range.from}-${range.to}.csv`, await exportPanel(ctx, panel, range))
  })
}
