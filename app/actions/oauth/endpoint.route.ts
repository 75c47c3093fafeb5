import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import { answerOauth } from './answer-oauth.server.ts'
import type { Route } from './+types/endpoint.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answerOauth(context.get(ctxContext), request, context.get(visitContext))
}

export function action({ context, request }: Route.ActionArgs) {
  return answerOauth(context.get(ctxContext), request, context.get(visitContext))
}
