import { answer } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'

import { watchAsOwner } from '#app/features/chat/conversations/get-conversation.server.ts'

import type { Route } from './+types/conversation-changes.route.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) =>
    eventStream(watchAsOwner(ctx, params.id), { signal: request.signal, log: ctx.log }),
  )
}
