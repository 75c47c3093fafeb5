import { AppError } from '#app/platform/errors.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'

import type { Route } from './+types/reply.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { joinReply, stopReply } from './replies/join-reply.server.ts'

/** GET joins the reply in flight. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
  return answerVisitor({ request, context }, async (ctx) => {
    const events = await joinReply(ctx, { id: params.id, token })
    return eventStream(events, { signal: request.signal, log: ctx.log })
  })
}

/** DELETE stops the reply. */
export function action({ params, request, context }: Route.ActionArgs) {
  const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
  return answerVisitor({ request, context }, async (ctx) => {
    if (request.method !== 'DELETE')
      throw new AppError('invalid', 'A reply can only be joined (GET) or stopped (DELETE).')
    await stopReply(ctx, { id: params.id, token })
    return { stopped: true }
  })
}
