import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/import-state.route.ts'
import { getPostImport } from './post-imports.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => {
    const { state, done, imported, failure } = await getPostImport(ctx, params.id)
    return { state, done, imported, failure }
  })
}
