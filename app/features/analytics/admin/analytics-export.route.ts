import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { exportPanel } from '../stats/export-panel.server.ts'

import type { Route } from './+types/analytics-export.route.ts'
import { readView } from './read-analytics-page.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { searchParams } = new URL(request.url)
    const { view } = await readView(ctx, searchParams)
    const { range } = view
    const panel = searchParams.get('panel') ?? 'totals'
    return csvDownload(`${panel}-${range.from}-${range.to}.csv`, await exportPanel(ctx, panel, range, view))
  })
}
