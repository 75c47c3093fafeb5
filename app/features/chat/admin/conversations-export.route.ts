import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { readConversationListQuery } from '../conversations/conversation-list-query.ts'
import { exportConversations } from '../conversations/export-conversations.server.ts'

import type { Route } from './+types/conversations-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readConversationListQuery(new URL(request.url).searchParams)
    const csv = await exportConversations(ctx, query)
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return csvDownload(`conversations-${day}.csv`, csv)
  })
}
