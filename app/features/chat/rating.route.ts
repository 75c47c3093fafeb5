import { readJson } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'

import type { Route } from './+types/rating.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { rateReply } from './replies/rate-reply.server.ts'

/** Bytes for a comment of 1,000 characters, each as a JSON escape, and the other fields. */
const MAX_BYTES = 8 * 1024

export function action({ params, request, context }: Route.ActionArgs) {
  return answerVisitor({ request, context }, async (ctx) => {
    const { clientAddress } = context.get(visitContext)
    keepPace(ctx, clientAddress)
    const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
    const body = await readJson(request, { maxBytes: MAX_BYTES })
    await rateReply(ctx, { id: params.id, token, clientAddress, body })
    return { rated: true }
  })
}
