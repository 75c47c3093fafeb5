import { answer } from '#app/platform/http/answer.server.ts'
import { asDownload } from '#app/platform/http/private-download.server.ts'

import type { Route } from './+types/assistant-export.route.ts'
import { exportAssistant } from './copy-assistants.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => asDownload(await exportAssistant(ctx, params.id)))
}
