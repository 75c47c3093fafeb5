import { readInquiryFields } from '#app/features/leads/inquiry-request.server.ts'
import { visitorHints } from '#app/platform/events.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import { CONVERSATION_TOKEN_HEADER } from '../chat-events.ts'
import { answerVisitor } from '../languages/answer-visitor.server.ts'

import type { Route } from './+types/card.route.ts'
import { pressCard } from './press-card.server.ts'

export function action({ params, request, context }: Route.ActionArgs) {
  return answerVisitor({ request, context }, async (ctx) => {
    const visit = context.get(visitContext)
    const { clientAddress } = visit
    const sending = {
      fields: await readInquiryFields(ctx, request, visit),
      clientAddress,
      referer: request.headers.get('referer'),
      visitor: visitorHints(clientAddress, (name) => request.headers.get(name)),
    }
    const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
    return pressCard(ctx, { id: params.id, cardId: params.card, token, sending })
  })
}
