import { answer } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { tellMember } from '#app/platform/http/tell-member.server.ts'
import { withViewers } from '#app/platform/presence/viewers.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { watchTopic } from '#app/platform/signals/watch-topic.server.ts'

import type { Route } from './+types/lead-changes.route.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const changes = tellMember(ctx, 'leads.read', (leaving) => watchTopic(ctx, TODAY_TOPIC, leaving))
    const events = withViewers(ctx, { kind: 'lead', id: params.id, permission: 'leads.read' }, changes)
    return eventStream(events, { signal: request.signal, log: ctx.log })
  })
}
