import { chatMessages } from '#app/features/chat/messages.ts'
import type { ToolOffer } from '#app/features/ai/providers/model-call.ts'
import { createCitationFilter } from '#app/features/chat/grounding/citation-filter.ts'
import { findGrounds } from '#app/features/chat/grounding/find-grounds.server.ts'
import { groundedTurns, nothingFound } from '#app/features/chat/grounding/grounded-turns.ts'
import { sourcesOf } from '#app/features/chat/grounding/sources.server.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { createCanaryGuard } from './canary.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'
import type { InFlightReply } from './in-flight.server.ts'

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

/** Streams a provider's reply, grounded in what the knowledge base holds, and returns what came of it. */
export async function makeReply(
  ctx: Ctx,
  turn: BegunTurn,
  reply: InFlightReply,
  { endpoints, prompt }: { endpoints: ReplyEndpoints; prompt: Prompt },
): Promise<MadeReply> {
  const grounds = await findGrounds(ctx, turn.turns)
  const guard = createCanaryGuard(prompt.canary)
  const citations = createCitationFilter(grounds.passages.length)
  const instructions = grounds.isUnknown ? `${prompt.instructions}\n\n${nothingFound}` : prompt.instructions
  const turns = groundedTurns(turn.turns, grounds.passages)
  const made: MadeReply = {
    ...emptyReply,
    by: endpoints.primary,
    characters: {
      input: turns.reduce((sum, { content }) => sum + content.length, instructions.length),
      output: 0,
    },
  }
  let isFormOffered = false
  const offerTheForm = () => {
    if (!isFormOffered) reply.say({ type: 'offer-form' })
    isFormOffered = true
  }
  const show = (text: string) => {
    const cited = citations.cited()
    if (cited.length > made.sources.length) {
      made.sources = sourcesOf(grounds.passages, cited)
      made.citedItems = [...new Set(cited.flatMap((place) => grounds.passages[place]?.itemId ?? []))]
      reply.say({ type: 'sources', sources: made.sources })
    }
    if (text === '') return
    made.text += text
    reply.say({ type: 'text', text })
  }
  // Loaded at the first reply: the AI libraries are most of the bundle, and no start waits for them.
  const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
  const request = { instructions, turns, tools: [offerForm] }
  for await (const event of streamReply(ctx, endpoints, request, { signal: reply.signal })) {
    if (event.type === 'toolCall') {
      if (event.name !== offerForm.name) continue
      offerTheForm()
      made.isUnanswered ||= isUnanswered(event.input)
      continue
    }
    if (event.type === 'text') {
      made.characters.output += event.text.length
      const clear = guard.push(event.text)
      if (clear === null) {
        ctx.log.warn({ conversationId: turn.conversationId, replyId: turn.replyId }, 'chat.reply_withheld')
        return {
          ...made,
          text: '',
          sources: [],
          outcome: 'withheld',
          failure: 'The reply held the system prompt.',
        }
      }
      show(citations.push(clear))
      if (made.text.length > MAX_CHARACTERS) return { ...made, outcome: 'cut', failure: 'It did not end.' }
      continue
    }
    show(citations.push(guard.flush()) + citations.flush())
    if (isFormOffered && made.text === '' && event.type === 'done')
      show(chatMessages[defaultLocale].formOffered)
    made.by = event.by
    made.usage = event.usage
    if (event.type === 'failed')
      return event.kind === 'aborted'
        ? { ...made, outcome: reply.signal.reason === 'visitor' ? 'stopped' : 'cut' }
        : { ...made, outcome: made.text === '' ? 'failed' : 'cut', failure: event.message }
    if (made.text === '')
      return { ...made, failure: 'The reply held nothing but calls of tools that were not offered.' }
    // Whatever the model made of it: where nothing was found, a person is offered.
    if (grounds.isUnknown) offerTheForm()
    return {
      ...made,
      outcome: event.isWhole ? 'whole' : 'cut',
      isUnanswered: made.isUnanswered || grounds.isUnknown,
    }
  }
  return made
}

function isUnanswered(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'reason' in input && input.reason === 'cannot_answer'
}
