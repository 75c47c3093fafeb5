import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/import-state.route.ts'
import { getPeopleImport } from './people-imports.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => {
    const { state, done } = await getPeopleImport(ctx, params.id)
    return { state, done }
  })
}
