import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { indexNowKey } from '#app/platform/search-engines/tell-search-engines.job.server.ts'

import type { Route } from './+types/index-now-key.route.ts'

/** Serves the IndexNow key, by which search engines check that notifications come from this site. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (ctx.indexNow === null) throw new AppError('not-found', 'There is no such page.')
    return new Response(indexNowKey(ctx), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  })
}
