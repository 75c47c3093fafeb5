import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/mcp.route.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => answer(context, request)
export const action = ({ context, request }: Route.ActionArgs) => answer(context, request)

/** The protocol's packages are loaded by the first app that comes: they take 7 MB of memory. */
async function answer(context: Route.LoaderArgs['context'], request: Request): Promise<Response> {
  const { answerMcp } = await import('./answer-mcp.server.ts')
  return answerMcp(context.get(ctxContext), request, context.get(visitContext))
}
