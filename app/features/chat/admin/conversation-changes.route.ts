import { answer } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { withViewers } from '#app/platform/presence/viewers.server.ts'

import { watchAsOwner } from '#app/features/chat/conversations/get-conversation.server.ts'

import type { Route } from './+types/conversation-changes.route.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = { kind: 'conversation', id: params.id, permission: 'conversations.read' } as const
    const events = withViewers(ctx, page, watchAsOwner(ctx, params.id))
    return eventStream(events, { signal: request.signal, log: ctx.log })
  })
}
