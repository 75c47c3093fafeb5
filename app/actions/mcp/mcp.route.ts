import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/mcp.route.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => answer(context, request)
export const action = ({ context, request }: Route.ActionArgs) => answer(context, request)

/** Imports the protocol's package on the first request, because most servers never get one. */
async function answer(context: Route.LoaderArgs['context'], request: Request): Promise<Response> {
  const { answerMcp } = await import('./answer-mcp.server.ts')
  return answerMcp(context.get(ctxContext), request, context.get(visitContext))
}
