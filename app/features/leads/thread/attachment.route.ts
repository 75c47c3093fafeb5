import { answer } from '#app/platform/http/answer.server.ts'
import { asDownload } from '#app/platform/http/private-download.server.ts'

import type { Route } from './+types/attachment.route.ts'
import { getAttachment } from './list-thread.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => asDownload(await getAttachment(ctx, params.id)))
}
