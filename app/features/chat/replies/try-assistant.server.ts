import { z } from 'zod'

import { reserveWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { parseTrial } from '#app/features/chat/assistants/read-assistant.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { beginInFlight, type InFlightReply } from './in-flight.server.ts'
import { prepareReply } from './prepare-reply.server.ts'
import { runReply } from './run-reply.server.ts'

const turnsSchema = z
  .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1).max(8000) }))
  .min(1)
  .max(60)
  .refine((turns) => turns.at(-1)?.role === 'user')

export type Trial = {
  /** The fields of the settings form, saved or not. Those of another assistant have its id as `assistant`. */
  fields: Readonly<Record<string, string>>
  /** The conversation, which only the owner's browser stores: oldest first, the last turn is the owner's. */
  turns: unknown
}

/** Replies in the owner's test box with the given settings. Stores only the cost. @throws {FieldErrors} */
export async function tryAssistant(outer: Ctx, trial: Trial): Promise<InFlightReply> {
  requireActor(outer, 'knowledge.write')
  const { ctx, settings } = await parseTrial(outer, trial.fields)
  const turns = turnsSchema.safeParse(trial.turns)
  if (!turns.success) throw new AppError('invalid', 'Please write a message.')
  const { found, limits, prompt, dearest } = await prepareReply(ctx, settings)
  const reserved = dearest(turns.data)
  const begunAt = ctx.clock.now()
  await reserveWithinCaps(ctx, limits, reserved)
  const question = assertDefined(turns.data.at(-1), 'the schema asks for one turn or more').content
  const turn = {
    conversationId: newId(),
    token: null,
    replyId: newId(),
    turns: turns.data,
    question,
    begunAt,
    clientAddress: '',
    reserved,
    isTrial: true as const,
  }
  const reply = beginInFlight(ctx, turn.replyId)
  void runReply(ctx, turn, reply, found, prompt)
  return reply
}
