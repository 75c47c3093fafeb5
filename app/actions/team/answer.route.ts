import { z } from 'zod'

import {
  LONGEST_MESSAGE,
  LONGEST_TURN,
  MOST_BYTES,
  MOST_TURNS,
} from '#app/features/admin/assistant/assistant-events.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/answer.route.ts'
import { converse } from './converse.server.ts'
import { jsonField } from './json-field.ts'

const turn = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().trim().min(1).max(LONGEST_TURN),
})

const asked = z.object({
  turns: jsonField(
    z
      .array(turn)
      .min(1)
      .max(MOST_TURNS)
      .refine((turns) => {
        const last = turns.at(-1)
        return last?.role === 'user' && last.content.length <= LONGEST_MESSAGE
      }),
  ),
})

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const parsed = asked.safeParse(
      textFields(requireIntent(await readForm(request, { maxBytes: MOST_BYTES }))),
    )
    if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
    const events = await converse(ctx, parsed.data.turns, context.get(visitContext))
    return eventStream(events, { signal: request.signal, log: ctx.log })
  })
}
