import { answer } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { tellMember } from '#app/platform/http/tell-member.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { watchTopic } from '#app/platform/signals/watch-topic.server.ts'

import type { Route } from './+types/today-changes.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const changes = tellMember(ctx, 'account.read', (leaving) => watchTopic(ctx, TODAY_TOPIC, leaving))
    return eventStream(changes, { signal: request.signal, log: ctx.log })
  })
}
