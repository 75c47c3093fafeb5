import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { answerMetadata } from './oauth-metadata.server.ts'
import type { Route } from './+types/metadata.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answerMetadata(context.get(ctxContext), request)
}
