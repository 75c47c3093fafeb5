import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import { answerMcp } from './answer-mcp.server.ts'
import type { Route } from './+types/mcp.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answerMcp(context.get(ctxContext), request, context.get(visitContext))
}

export function action({ context, request }: Route.ActionArgs) {
  return answerMcp(context.get(ctxContext), request, context.get(visitContext))
}
