import { lengthOf } from '#app/features/ai/providers/fit-request.ts'
import type { ReplyEvent, ReplyRequest, ToolOffer } from '#app/features/ai/providers/model-call.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import { createCitationFilter } from '#app/features/chat/grounding/citation-filter.ts'
import {
  findGrounds,
  groundedTurns,
  type Grounds,
  nothingFound,
  passageOf,
  wholeBlock,
  withoutForgedPassages,
} from '#app/features/chat/grounding/grounds.server.ts'
import { saysUnknown } from '#app/features/chat/grounding/says-unknown.ts'
import { sourcesOf } from '#app/features/chat/grounding/sources.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
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
    'Shows the visitor the contact form inside this chat. Call it when the visitor asks for a person, wants to be contacted, a quote or an appointment, or asks what you cannot answer. Say a short sentence beside it.',
  inputs: { reason: ['wants_person', 'wants_contact', 'wants_quote', 'cannot_answer'] },
}

/** Longer than any reply of 1,000 tokens; some servers ignore the token limit. */
const MAX_CHARACTERS = 20_000

/** Hears a reply and may stop it. */
export type Listener = Pick<InFlightReply, 'signal' | 'say'>

export type Prompt = { instructions: string; canary: string }

export async function makeReply(
  ctx: Ctx,
  turn: BegunTurn,
  reply: Listener,
  { endpoints, prompt }: { endpoints: ReplyEndpoints; prompt: Prompt },
): Promise<MadeReply> {
  const { primary } = endpoints
  const helper = { endpoint: primary, signal: reply.signal }
  const grounds = await findGrounds(ctx, turn, primary.window ?? null, helper)
  const hasNothing = grounds.isUnknown && grounds.whole.length === 0
  const instructions = hasNothing ? `${prompt.instructions}\n\n${nothingFound}` : prompt.instructions
  const request = requestOf(turn, grounds, instructions)
  const guard = createCanaryGuard(prompt.canary)
  const { formOffered } = await wordedTexts(ctx, chatTexts)
  const shown = createShownReply(reply, turn, { grounds, formOffered })
  const { made } = shown
  made.by = primary
  made.characters.input = lengthOf(request)
  // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
  const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
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

/** For a model that cannot take it all, first without the whole knowledge and then without any passage. */
function requestOf(turn: BegunTurn, grounds: Grounds, instructions: string): ReplyRequest {
  const turns = withoutForgedPassages(turn.turns)
  const bare: ReplyRequest = { instructions, turns, tools: [offerForm] }
  if (grounds.passages.length === 0 && grounds.whole.length === 0) return bare
  const found = { ...bare, turns: groundedTurns(turns, grounds.passages), shorter: () => bare }
  const knowledge = wholeBlock(grounds.whole)
  return knowledge === undefined ? found : { ...found, knowledge, shorter: () => found }
}

/** What the followers of a reply have been shown so far, collected in `made` for its record. */
function createShownReply(
  reply: Listener,
  { question, handover }: Pick<BegunTurn, 'question' | 'handover'>,
  { grounds, formOffered }: { grounds: Grounds; formOffered: string },
) {
  const citations = createCitationFilter((id) => passageOf(grounds, id))
  const made: MadeReply = {
    ...emptyReply,
    earlier: grounds.calls,
    found: grounds.passages,
    characters: { input: 0, output: 0 },
  }
  let isFormOffered = false
  const offerTheForm = () => {
    if (!isFormOffered) reply.say({ type: 'offer-form' })
    isFormOffered = true
  }
  const show = (text: string) => {
    const passages = citations.cited()
    if (passages.length > made.sources.length) {
      made.sources = sourcesOf(passages)
      made.cited = passages
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
      const reason = reasonOf(input)
      if (reason === 'cannot_answer') made.unanswered = question
      if (reason === 'wants_person') made.wantsPerson = true
    },
    finish(rest: string, last: LastEvent) {
      show(citations.push(rest) + citations.flush())
      made.by = last.by
      made.usage = last.usage
      made.earlier = [...grounds.calls, ...last.earlier]
      if (last.type === 'failed') return
      if (isFormOffered && made.text === '') show(formOffered)
      const isFromNothing = made.sources.length === 0 && (grounds.isUnknown || saysUnknown(made.text))
      if (!isFromNothing || made.text === '' || handover) return
      // Nothing was found or cited, or nothing in it answered: the visitor is offered a person.
      offerTheForm()
      made.unanswered = question
    },
  }
}

type LastEvent = ReplyEvent & { type: 'done' | 'failed' }

function outcomeOf(
  last: LastEvent,
  text: string,
  { signal }: Listener,
): Pick<MadeReply, 'outcome' | 'failure'> {
  if (last.type === 'failed' && last.kind === 'aborted')
    return { outcome: signal.reason === 'visitor' ? 'stopped' : 'cut', failure: null }
  if (last.type === 'failed') return { outcome: text === '' ? 'failed' : 'cut', failure: last.message }
  if (text === '')
    return { outcome: 'failed', failure: 'The reply contained only calls of tools that were not offered.' }
  return { outcome: last.isWhole ? 'whole' : 'cut', failure: null }
}

function reasonOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'reason' in input ? input.reason : undefined
}
