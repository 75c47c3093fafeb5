import { answer } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/feed.route.ts'
import { readFeed } from './read-feed.server.ts'

/** The key is in the query, because queries are not logged. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { etag, text } = await readFeed(ctx, {
      key: new URL(request.url).searchParams.get('key'),
      etags: request.headers.get('if-none-match'),
      clientAddress: context.get(visitContext).clientAddress,
    })
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    if (text === null) return new Response(null, { status: 304, headers })
    const type = 'text/calendar; charset=utf-8'
    return new Response(text, { headers: { ...headers, 'content-type': type } })
  })
}
