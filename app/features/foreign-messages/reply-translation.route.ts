import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import type { Route } from './+types/reply-translation.route.ts'
import {
  answerConversationInTheirLanguage,
  answerInTheirLanguage,
} from './answer-in-their-language.server.ts'

const MAX_BYTES = 256 * 1024

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const fields = textFields(requireIntent(await readForm(request, { maxBytes: MAX_BYTES })))
    const { lead = '', conversation, text = '' } = fields
    if (conversation !== undefined)
      return answerConversationInTheirLanguage(ctx, { conversationId: conversation, text }, request.signal)
    return answerInTheirLanguage(ctx, { leadId: lead, text }, request.signal)
  })
}
