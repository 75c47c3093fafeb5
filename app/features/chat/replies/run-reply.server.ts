import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import type { FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { findGrounds, type Grounds } from '#app/features/chat/grounding/find-grounds.server.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { makeDemoReply } from './make-demo-reply.server.ts'
import { type Asking, makeReply, type Prompt } from './make-reply.server.ts'
import { emptyReply, type MadeReply, settleReply } from './settle-reply.server.ts'
import type { InFlightReply } from './in-flight.server.ts'

const texts = chatMessages[defaultLocale]

/** Makes a reply from its beginning to its record, and always ends it: those who follow it are never left waiting. */
export async function runReply(
  ctx: Ctx,
  turn: BegunTurn,
  inFlight: InFlightReply,
  found: FoundEndpoints,
  prompt: Prompt,
): Promise<void> {
  const made = await make(ctx, turn, inFlight, found, prompt).catch((error: unknown): MadeReply => {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.reply_fault')
    return failedReply('A fault of this software; its log says more.')
  })
  const reply = withSentence(made)
  await settleReply(ctx, turn, reply).catch((error: unknown) =>
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.settle_failed'),
  )
  if (inFlight.signal.reason === 'owner') inFlight.say({ type: 'speaker', speaker: 'owner' })
  inFlight.end(lastEvent(reply))
}

function make(ctx: Ctx, turn: BegunTurn, inFlight: InFlightReply, found: FoundEndpoints, prompt: Prompt) {
  switch (found.kind) {
    case 'demo':
      return makeDemoReply(turn, inFlight)
    case 'unsupported':
      return Promise.resolve(failedReply(found.message))
    case 'endpoints':
      return groundedReply(ctx, turn, inFlight, { endpoints: found.endpoints, prompt })
  }
}

/** A search that fails costs the reply its grounds and no more. */
async function groundedReply(
  ctx: Ctx,
  turn: BegunTurn,
  inFlight: InFlightReply,
  asking: Omit<Asking, 'grounds'>,
): Promise<MadeReply> {
  const grounds = await findGrounds(ctx, turn.turns).catch((error: unknown): Grounds => {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.search_failed')
    return { passages: [], isUnknown: false }
  })
  return makeReply(ctx, turn, inFlight, { ...asking, grounds })
}

function failedReply(failure: string): MadeReply {
  return { ...emptyReply, failure }
}

/** Where nothing may or could be shown, the sentence that stands for it. */
function withSentence(made: MadeReply): MadeReply {
  if (made.outcome === 'failed') return { ...made, text: texts.failed }
  return made.outcome === 'withheld' ? { ...made, text: texts.withheld } : made
}

function lastEvent({ outcome, text }: Pick<MadeReply, 'outcome' | 'text'>): ChatEvent {
  if (outcome === 'failed') return { type: 'failed', text, toast: texts.failedToast }
  if (outcome === 'withheld') return { type: 'failed', text, toast: null }
  return { type: 'done', end: outcome }
}
