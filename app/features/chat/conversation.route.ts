import { answerJson } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/conversation.route.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { inLanguageOf } from './languages/visitor-language.server.ts'
import { readConversation } from './replies/read-conversation.server.ts'

export function loader({ params, request, context }: Route.LoaderArgs) {
  const token = request.headers.get(CONVERSATION_TOKEN_HEADER)
  return answerJson(context, async (ctx) =>
    readConversation(await inLanguageOf(ctx, request), { id: params.id, token }),
  )
}
