import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import { answerApi } from './answer-api.server.ts'
import type { Route } from './+types/api.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answerApi(context.get(ctxContext), request, context.get(visitContext))
}

export function action({ context, request }: Route.ActionArgs) {
  return answerApi(context.get(ctxContext), request, context.get(visitContext))
}
