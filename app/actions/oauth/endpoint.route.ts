import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/endpoint.route.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => answer(context, request)
export const action = ({ context, request }: Route.ActionArgs) => answer(context, request)

/** Imports the protocol's package on the first request, as mcp.route.ts does. */
async function answer(context: Route.LoaderArgs['context'], request: Request): Promise<Response> {
  const { answerOauth } = await import('./answer-oauth.server.ts')
  return answerOauth(context.get(ctxContext), request, context.get(visitContext))
}
