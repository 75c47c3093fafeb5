import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { readAuditQuery } from './audit-query.ts'
import { exportAuditLog } from './list-audit-entries.server.ts'

import type { Route } from './+types/audit-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const csv = await exportAuditLog(ctx, readAuditQuery(new URL(request.url).searchParams))
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return csvDownload(`audit-log-${day}.csv`, csv)
  })
}
