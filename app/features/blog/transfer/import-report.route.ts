import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import type { Route } from './+types/import-report.route.ts'
import { exportImportReport } from './post-imports.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) =>
    csvDownload('import-report.csv', await exportImportReport(ctx, params.id)),
  )
}
