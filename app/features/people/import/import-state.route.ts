import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/import-state.route.ts'
import { getPeopleImport } from './people-imports.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => {
    // A second check ends in the same state as the first; `updated_at` distinguishes them.
    const { state, done, updated_at } = await getPeopleImport(ctx, params.id)
    return { state, done, updated_at }
  })
}
