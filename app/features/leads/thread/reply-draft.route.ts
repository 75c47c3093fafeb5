import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/reply-draft.route.ts'
import { saveReplyDraft } from './reply-draft.server.ts'

const MAX_BYTES = 256 * 1024

export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const fields = textFields(requireIntent(await readForm(request, { maxBytes: MAX_BYTES })))
    const { lead = '', text = '' } = fields
    await saveReplyDraft(ctx, { leadId: lead, text })
    return { html: '' }
  })
}

/** The admin's guard can answer GET requests only if there is a loader. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json({ signedIn: context.get(ctxContext).actor !== null })
}
