import { ctxContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/metadata.route.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { answerMetadata } = await import('./oauth-metadata.server.ts')
  return answerMetadata(context.get(ctxContext), request)
}
