import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/form-token.route.ts'
import { issueFormToken } from './form-token.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ token: issueFormToken(ctx) }))
}
