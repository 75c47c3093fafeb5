import { answer } from '#app/platform/http/answer.server.ts'

import {
  exportTranscriptAsJson,
  exportTranscriptAsText,
} from '#app/features/chat/conversations/export-conversations.server.ts'

import type { Route } from './+types/transcript-export.route.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const isJson = new URL(request.url).searchParams.get('as') === 'json'
  return answer(context, async (ctx) => {
    const body = isJson
      ? await exportTranscriptAsJson(ctx, params.id)
      : await exportTranscriptAsText(ctx, params.id)
    return new Response(body, {
      headers: {
        'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="conversation-${params.id}.${isJson ? 'json' : 'txt'}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
