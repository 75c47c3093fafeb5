import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent } from '#app/platform/http/request-body.server.ts'

import { MAX_PDF_BYTES } from '../items/knowledge-item.ts'

import type { Route } from './+types/pdfs.route.ts'
import { receivePdfs } from './change-knowledge.server.ts'

/** Receives one PDF per request, so that the page can show the progress of each. */
export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    await receivePdfs(ctx, requireIntent(await readForm(request, { maxFileBytes: MAX_PDF_BYTES }), 'upload'))
    return { stored: true }
  })
}
