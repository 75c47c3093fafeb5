import { answerJson } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/inquiries.route.ts'
import { readInquiryForm, refuseWithQuestions, toSending } from './inquiry-request.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const visit = context.get(visitContext)
    const { fields, file } = await readInquiryForm(ctx, request, visit)
    const sending = await toSending(ctx, fields, request, visit)
    try {
      await submitInquiry(ctx, { ...sending, file, asks: 'required' })
    } catch (error) {
      return refuseWithQuestions(ctx, error, fields)
    }
    return { sent: true }
  })
}
