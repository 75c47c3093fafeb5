import { canAnswer } from '#app/features/chat/grounding/answer-from-passages.server.ts'
import { answerVisitor } from '#app/features/chat/languages/answer-visitor.server.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'

import type { Route } from './+types/sample-assistant.route.ts'
import { askSample } from './ask-sample.server.ts'

/** Enough for the longest turns if each character is written as a JSON escape. */
const MAX_BYTES = 64 * 1024

/** `isLive` is false without an AI provider; the page then shows the owner's answers. */
export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ isLive: await canAnswer(ctx) }))
}

export function action({ request, context }: Route.ActionArgs) {
  return answerVisitor({ request, context }, async (ctx) => {
    const { clientAddress } = context.get(visitContext)
    keepPace(ctx, clientAddress)
    const reply = await askSample(ctx, {
      body: await readJson(request, { maxBytes: MAX_BYTES }),
      clientAddress,
    })
    return eventStream((leaving) => reply.follow(leaving), { signal: request.signal, log: ctx.log })
  })
}
