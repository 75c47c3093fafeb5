import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import type { FoundEndpoints } from '#app/features/chat/config/find-endpoints.server.ts'
import { findGrounds, type Grounds } from '#app/features/chat/grounding/find-grounds.server.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { makeDemoReply } from './make-demo-reply.server.ts'
import { type Asking, makeReply, type Prompt } from './make-reply.server.ts'
import { emptyReply, type MadeReply, settleReply } from './settle-reply.server.ts'
import type { UnderWay } from './under-way.server.ts'

const texts = chatMessages[defaultLocale]

/** Makes a reply from its beginning to its record, and always ends it: those who follow it are never left waiting. */
export async function runReply(
  ctx: Ctx,
  turn: BegunTurn,
  underWay: UnderWay,
  found: FoundEndpoints,
  prompt: Prompt,
): Promise<void> {
  const made = await make(ctx, turn, underWay, found, prompt).catch((error: unknown): MadeReply => {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.reply_fault')
    return failedReply('A fault of this software; its log says more.')
  })
  const reply = withSentence(made)
  await settleReply(ctx, turn, reply).catch((error: unknown) =>
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.settle_failed'),
  )
  if (underWay.signal.reason === 'owner') underWay.say({ type: 'speaker', speaker: 'owner' })
  underWay.end(lastEvent(reply))
}

function make(ctx: Ctx, turn: BegunTurn, underWay: UnderWay, found: FoundEndpoints, prompt: Prompt) {
  switch (found.kind) {
    case 'demo':
      return makeDemoReply(turn, underWay)
    case 'unsupported':
      return Promise.resolve(failedReply(found.message))
    case 'endpoints':
      return groundedReply(ctx, turn, underWay, { endpoints: found.endpoints, prompt })
  }
}

/** A search that fails costs the reply its grounds and no more. */
async function groundedReply(
  ctx: Ctx,
  turn: BegunTurn,
  underWay: UnderWay,
  asking: Omit<Asking, 'grounds'>,
): Promise<MadeReply> {
  const grounds = await findGrounds(ctx, turn.turns).catch((error: unknown): Grounds => {
    ctx.log.error({ error, replyId: turn.replyId }, 'chat.search_failed')
    return { passages: [], isUnknown: false }
  })
  return makeReply(ctx, turn, underWay, { ...asking, grounds })
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
