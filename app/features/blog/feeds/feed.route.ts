import { assertDefined } from '#app/lib/assert-defined.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/feed.route.ts'
import { makeFeed } from './make-feed.server.ts'

export const handle: PageHandle = { shared: true }

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const file = assertDefined(
      new URL(request.url).pathname.split('/').at(-1),
      'a split text has a last part',
    )
    const feed = await makeFeed(ctx, { file, tag: params.tag ?? null })
    if (!feed) throw new AppError('not-found', 'No post has this tag.')
    return new Response(feed.text, {
      headers: { 'content-type': feed.type, 'cache-control': 'public, max-age=0, must-revalidate' },
    })
  })
}
