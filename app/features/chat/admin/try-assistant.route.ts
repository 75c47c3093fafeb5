import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'

import { tryAssistant } from '../replies/try-assistant.server.ts'

import type { Route } from './+types/try-assistant.route.ts'

const trial = z.object({ fields: z.record(z.string(), z.string()), turns: z.unknown() })

/** Streams replies for the test box, as /api/chat does for visitors. */
export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const body = trial.safeParse(await readJson(request, { maxBytes: 512 * 1024 }))
    if (!body.success) throw new AppError('invalid', 'Please write a message.')
    const reply = await tryAssistant(ctx, body.data)
    return eventStream((leaving) => reply.follow(leaving), { signal: request.signal, log: ctx.log })
  })
}
