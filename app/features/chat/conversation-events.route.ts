import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/conversation-events.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { followConversation } from './replies/follow-conversation.server.ts'

/** Streams changes of speaker and the owner's messages to the visitor. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
  const after = new URL(request.url).searchParams.get('after')
  const { clientAddress } = context.get(visitContext)
  return answerVisitor({ request, context }, async (ctx) => {
    const events = await followConversation(ctx, { id: params.id, token, after, clientAddress })
    return eventStream(events, { signal: request.signal, log: ctx.log })
  })
}
