import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import type { FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { ChatMessages } from '#app/features/chat/messages.en.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { makeDemoReply } from './make-demo-reply.server.ts'
import { makeReply, type Prompt } from './make-reply.server.ts'
import { emptyReply, type MadeReply, settleReply } from './settle-reply.server.ts'
import type { InFlightReply } from './in-flight.server.ts'

/** Makes a reply and stores it. Always ends the reply, so that no follower waits forever. */
export async function runReply(
  ctx: Ctx,
  turn: BegunTurn,
  inFlight: InFlightReply,
  found: FoundEndpoints,
  prompt: Prompt,
): Promise<void> {
  let made: MadeReply
  let texts = chatTexts.of[defaultLocale]
  try {
    texts = await wordedTexts(ctx, chatTexts)
    if (found.kind === 'demo') made = await makeDemoReply(ctx, turn, inFlight)
    else if (found.kind === 'unsupported') made = failedReply(found.message)
    else made = await makeReply(ctx, turn, inFlight, { endpoints: found.endpoints, prompt })
  } catch (error) {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.reply_fault')
    made = failedReply('An internal error occurred. The server log has the details.')
  }
  const reply = withSentence(made, texts)
  const reserved = turn.reserved + prompt.purse.reserved()
  const handover = await settleReply(ctx, { ...turn, reserved }, reply).catch((error: unknown) => {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.settle_failed')
    return null
  })
  if (handover) inFlight.say({ type: 'handover', handover })
  if (inFlight.signal.reason === 'owner') inFlight.say({ type: 'speaker', speaker: 'owner' })
  inFlight.end(lastEvent(reply, texts))
}

function failedReply(failure: string): MadeReply {
  return { ...emptyReply, failure }
}

function withSentence(made: MadeReply, texts: ChatMessages): MadeReply {
  if (made.outcome === 'failed') return { ...made, text: texts.failed }
  return made.outcome === 'withheld' ? { ...made, text: texts.withheld } : made
}

function lastEvent({ outcome, text }: Pick<MadeReply, 'outcome' | 'text'>, texts: ChatMessages): ChatEvent {
  if (outcome === 'failed') return { type: 'failed', text, toast: texts.failedToast }
  if (outcome === 'withheld') return { type: 'failed', text, toast: null }
  return { type: 'done', end: outcome }
}
