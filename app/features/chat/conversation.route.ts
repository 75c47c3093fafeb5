import type { Route } from './+types/conversation.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { readConversation } from './replies/read-conversation.server.ts'

export function loader({ params, request, context }: Route.LoaderArgs) {
  const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
  return answerVisitor({ request, context }, (ctx) => readConversation(ctx, { id: params.id, token }))
}
