import { answer } from '#app/platform/http/answer.server.ts'
import { asDownload } from '#app/platform/http/private-download.server.ts'

import type { Route } from './+types/inquiry-file.route.ts'
import { getInquiryFile } from './get-inquiry-file.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => asDownload(await getInquiryFile(ctx, params.id)))
}
