import { answerJson } from '#app/platform/http/json-answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/inquiries.route.ts'
import { receiveInquiry } from './receive-inquiry.server.ts'

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    await receiveInquiry(ctx, request, context.get(visitContext))
    return { sent: true }
  })
}
