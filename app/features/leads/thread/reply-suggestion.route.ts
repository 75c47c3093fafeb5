import { answerJson } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import type { Route } from './+types/reply-suggestion.route.ts'
import { draftWithAssistant } from './draft-with-assistant.server.ts'

const MAX_BYTES = 256 * 1024

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const fields = textFields(requireIntent(await readForm(request, { maxBytes: MAX_BYTES })))
    const { lead = '', text = '' } = fields
    const draft = await draftWithAssistant(ctx, { leadId: lead, text })
    return eventStream(draft, { signal: request.signal, log: ctx.log })
  })
}
