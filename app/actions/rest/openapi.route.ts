import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { corsHeaders } from './cors.server.ts'
import { openApiText } from './openapi.server.ts'
import type { Route } from './+types/openapi.route.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const cors = await corsHeaders(context.get(ctxContext), request, false)
  return new Response(openApiText(), {
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'public, max-age=300'],
      ['vary', 'Origin'],
      ...cors,
    ],
  })
}
