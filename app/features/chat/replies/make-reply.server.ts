import type { ReplyEvent, ToolOffer } from '#app/features/ai/providers/model-call.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import { createCitationFilter } from '#app/features/chat/grounding/citation-filter.ts'
import {
  findGrounds,
  groundedTurns,
  type Grounds,
  nothingFound,
} from '#app/features/chat/grounding/grounds.server.ts'
import { sourcesOf } from '#app/features/chat/grounding/sources.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { createCanaryGuard } from './canary.server.ts'
import type { InFlightReply } from './in-flight.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'

/** The assistant shows the contact form by calling this tool, never by a phrase in its text. */
const offerForm: ToolOffer = {
  name: 'offer_contact_form',
  description:
    'Shows the visitor the contact form inside this chat. Call it when the visitor wants to be contacted, asks for a person, a quote or an appointment, or asks what you cannot answer. Say a short sentence beside it.',
  inputs: { reason: ['wants_contact', 'wants_quote', 'cannot_answer'] },
}

/** Longer than any reply of 1,000 tokens; some servers ignore the token limit. */
const MAX_CHARACTERS = 20_000

export type Prompt = { instructions: string; canary: string }

export async function makeReply(
  ctx: Ctx,
  turn: BegunTurn,
  reply: InFlightReply,
  { endpoints, prompt }: { endpoints: ReplyEndpoints; prompt: Prompt },
): Promise<MadeReply> {
  const grounds = await findGrounds(ctx, turn)
  const instructions = grounds.isUnknown ? `${prompt.instructions}\n\n${nothingFound}` : prompt.instructions
  const turns = groundedTurns(turn.turns, grounds.passages)
  const guard = createCanaryGuard(prompt.canary)
  const { formOffered } = await wordedTexts(ctx, chatTexts)
  const shown = createShownReply(reply, turn.question, { grounds, formOffered })
  const { made } = shown
  made.by = endpoints.primary
  made.characters.input = turns.reduce((sum, { content }) => sum + content.length, instructions.length)
  // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
  const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
  const request = { instructions, turns, tools: [offerForm] }
  for await (const event of streamReply(ctx, endpoints, request, { signal: reply.signal })) {
    if (event.type === 'toolCall') {
      if (event.name === offerForm.name) shown.callForm(event.input)
    } else if (event.type === 'text') {
      made.characters.output += event.text.length
      const clear = guard.push(event.text)
      if (clear === null) {
        ctx.log.warn({ conversationId: turn.conversationId, replyId: turn.replyId }, 'chat.reply_withheld')
        const failure = 'The reply contained the system prompt.'
        return { ...made, text: '', sources: [], outcome: 'withheld', failure }
      }
      shown.write(clear)
      if (made.text.length > MAX_CHARACTERS)
        return { ...made, outcome: 'cut', failure: 'The reply was too long.' }
    } else {
      shown.finish(guard.flush(), event)
      return { ...made, ...outcomeOf(event, made.text, reply) }
    }
  }
  return made
}

/** What the followers of a reply have been shown so far, collected in `made` for its record. */
function createShownReply(
  reply: InFlightReply,
  question: string,
  { grounds, formOffered }: { grounds: Grounds; formOffered: string },
) {
  const citations = createCitationFilter(grounds.passages.length)
  const made: MadeReply = { ...emptyReply, characters: { input: 0, output: 0 } }
  let isFormOffered = false
  const offerTheForm = () => {
    if (!isFormOffered) reply.say({ type: 'offer-form' })
    isFormOffered = true
  }
  const show = (text: string) => {
    const cited = citations.cited()
    if (cited.length > made.sources.length) {
      const passages = cited.map((place) =>
        assertDefined(grounds.passages[place], 'the filter passes citations of given passages only'),
      )
      made.sources = sourcesOf(passages)
      made.citedItems = [...new Set(passages.map(({ itemId }) => itemId))]
      reply.say({ type: 'sources', sources: made.sources })
    }
    if (text === '') return
    made.text += text
    reply.say({ type: 'text', text })
  }
  return {
    made,
    write: (text: string) => show(citations.push(text)),
    callForm(input: unknown) {
      offerTheForm()
      if (isCannotAnswer(input)) made.unanswered = question
    },
    finish(rest: string, last: LastEvent) {
      show(citations.push(rest) + citations.flush())
      made.by = last.by
      made.usage = last.usage
      made.earlier = last.earlier
      if (last.type === 'failed') return
      if (isFormOffered && made.text === '') show(formOffered)
      if (!grounds.isUnknown || made.text === '') return
      // Whatever the model answered: nothing was found, so the visitor is offered a person.
      offerTheForm()
      made.unanswered = question
    },
  }
}

type LastEvent = ReplyEvent & { type: 'done' | 'failed' }

function outcomeOf(
  last: LastEvent,
  text: string,
  { signal }: InFlightReply,
): Pick<MadeReply, 'outcome' | 'failure'> {
  if (last.type === 'failed' && last.kind === 'aborted')
    return { outcome: signal.reason === 'visitor' ? 'stopped' : 'cut', failure: null }
  if (last.type === 'failed') return { outcome: text === '' ? 'failed' : 'cut', failure: last.message }
  if (text === '')
    return { outcome: 'failed', failure: 'The reply contained only calls of tools that were not offered.' }
  return { outcome: last.isWhole ? 'whole' : 'cut', failure: null }
}

function isCannotAnswer(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'reason' in input && input.reason === 'cannot_answer'
}
