import {
  readInquiryForm,
  refuseWithQuestions,
  toSending,
} from '#app/features/leads/inquiry-request.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/inquiry.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { leaveInquiry } from './replies/leave-inquiry.server.ts'

export function action({ params, request, context }: Route.ActionArgs) {
  return answerVisitor({ request, context }, async (ctx) => {
    const visit = context.get(visitContext)
    const { fields: typed, file } = await readInquiryForm(ctx, request, visit)
    const fields = { ...typed, form: 'chat' }
    const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
    const sending = await toSending(ctx, fields, request, visit)
    try {
      await leaveInquiry(ctx, { id: params.id, token, sending: { ...sending, file, asks: 'required' } })
    } catch (error) {
      return refuseWithQuestions(ctx, error, fields)
    }
    return { sent: true }
  })
}
