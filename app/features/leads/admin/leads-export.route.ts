import { answer } from '#app/platform/http/answer.server.ts'

import { exportLeads } from '../export-leads.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'

import type { Route } from './+types/leads-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const csv = await exportLeads(ctx, readLeadListQuery(new URL(request.url).searchParams))
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="leads-${day}.csv"`,
        'cache-control': 'no-store',
      },
    })
  })
}
