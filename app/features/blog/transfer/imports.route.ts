import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/imports.route.ts'
import { listImports } from './list-imports.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ imports: await listImports(ctx) }))
}
