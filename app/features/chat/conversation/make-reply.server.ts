import { chatMessages } from '#app/features/chat/messages.ts'
import type { ToolOffer } from '#app/features/chat/providers/reply-request.ts'
import type { ReplyEndpoints } from '#app/features/chat/providers/stream-reply.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { createCanaryGuard } from './canary-guard.ts'
import type { MadeReply } from './settle-reply.server.ts'
import type { UnderWay } from './under-way.server.ts'

/** The tool by which the assistant asks for the contact form: an act of its own, never a phrase in a reply. */
const offerForm: ToolOffer = {
  name: 'offer_contact_form',
  description:
    'Shows the visitor the contact form inside this chat. Call it when the visitor wants to be contacted, asks for a person, a quote or an appointment, or asks what you cannot answer. Say a short sentence beside it.',
  inputs: { reason: ['wants_contact', 'wants_quote', 'cannot_answer'] },
}

/** No reply of 1,000 tokens is longer; a server that ignores the limit is cut off here. */
const MAX_CHARACTERS = 20_000

export type Prompt = { instructions: string; canary: string }

/** Streams a provider's reply to those who follow it, and returns what came of it. */
export async function makeReply(
  ctx: Ctx,
  turn: BegunTurn,
  underWay: UnderWay,
  { endpoints, prompt }: { endpoints: ReplyEndpoints; prompt: Prompt },
): Promise<MadeReply> {
  const guard = createCanaryGuard(prompt.canary)
  const made: MadeReply = {
    text: '',
    outcome: 'failed',
    links: [],
    by: endpoints.primary,
    usage: null,
    characters: {
      input: turn.turns.reduce((sum, { content }) => sum + content.length, prompt.instructions.length),
      output: 0,
    },
    failure: null,
  }
  let isFormOffered = false
  const show = (text: string) => {
    if (text === '') return
    made.text += text
    underWay.say({ type: 'text', text })
  }
  // Loaded at the first reply: the AI libraries are most of the bundle, and no start waits for them.
  const { streamReply } = await import('#app/features/chat/providers/stream-reply.server.ts')
  const request = { instructions: prompt.instructions, turns: turn.turns, tools: [offerForm] }
  for await (const event of streamReply(ctx, endpoints, request, { signal: underWay.signal })) {
    if (event.type === 'toolCall') {
      if (event.name !== offerForm.name) continue
      underWay.say({ type: 'offer-form' })
      isFormOffered = true
      continue
    }
    if (event.type === 'text') {
      made.characters.output += event.text.length
      const clear = guard.push(event.text)
      if (clear === null) {
        ctx.log.warn({ conversationId: turn.conversationId, replyId: turn.replyId }, 'chat.reply_withheld')
        return { ...made, text: '', outcome: 'withheld', failure: 'The reply held the system prompt.' }
      }
      show(clear)
      if (made.text.length > MAX_CHARACTERS) return { ...made, outcome: 'cut', failure: 'It did not end.' }
      continue
    }
    show(guard.flush())
    if (isFormOffered && made.text === '' && event.type === 'done')
      show(chatMessages[defaultLocale].formOffered)
    made.by = event.by
    made.usage = event.usage
    if (event.type === 'done' && made.text === '')
      return { ...made, failure: 'The reply held nothing but calls of tools that were not offered.' }
    if (event.type === 'done') return { ...made, outcome: event.isWhole ? 'whole' : 'cut' }
    if (event.kind === 'aborted')
      return { ...made, outcome: underWay.signal.reason === 'visitor' ? 'stopped' : 'cut' }
    return { ...made, outcome: made.text === '' ? 'failed' : 'cut', failure: event.message }
  }
  return made
}
