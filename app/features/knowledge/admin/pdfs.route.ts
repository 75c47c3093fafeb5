import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent } from '#app/platform/http/request-body.server.ts'

import type { Route } from './+types/pdfs.route.ts'
import { MAX_UPLOAD_BYTES, receivePdfs } from './change-knowledge.server.ts'

/** The page's script sends one PDF at a time, to show the progress of each. */
export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    await receivePdfs(ctx, requireIntent(await readForm(request, { maxBytes: MAX_UPLOAD_BYTES }), 'upload'))
    return { stored: true }
  })
}
