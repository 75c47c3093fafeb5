import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/video.route.ts'
import { readVideo } from './read-video.server.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, (ctx) => readVideo(ctx, params, request))
}
