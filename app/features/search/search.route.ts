import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/search.route.ts'
import { searchEverything } from './search-everything.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q')
  return answerJson(context, async (ctx) => ({
    groups: typed === null ? [] : await searchEverything(ctx, typed),
  }))
}
