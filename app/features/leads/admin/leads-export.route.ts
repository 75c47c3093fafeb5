import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { exportLeads } from '../list-leads.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'

import type { Route } from './+types/leads-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const csv = await exportLeads(ctx, readLeadListQuery(new URL(request.url).searchParams))
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return csvDownload(`leads-${day}.csv`, csv)
  })
}
