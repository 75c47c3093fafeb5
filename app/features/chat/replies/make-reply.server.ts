import { estimateTokens, lengthOf } from '#app/features/ai/providers/fit-request.ts'
import type { ReplyEvent, ReplyRequest, ToolOffer, ToolRound } from '#app/features/ai/providers/model-call.ts'
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
import type { ChatCard } from '#app/features/chat/chat-events.ts'
import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { Purse } from '#app/features/chat/tools/purse.server.ts'
import { MOST_CALLS, runTools, type ToolCall } from '#app/features/chat/tools/run-tools.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx, VisitorTool } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { type CanaryGuard, createCanaryGuard } from './canary.server.ts'
import type { InFlightReply } from './in-flight.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'

/** The assistant shows the contact form by calling this tool, never by a phrase in its text. */
const offerForm = {
  name: 'offer_contact_form',
  description:
    'Shows the visitor the contact form inside this chat. Call it when the visitor asks for a person, wants to be contacted, a quote or an appointment, or asks what you cannot answer. Say a short sentence beside it.',
  inputs: { reason: ['wants_person', 'wants_contact', 'wants_quote', 'cannot_answer'] },
} satisfies ToolOffer

/** Where the owner does not let the model ask for a person. */
const offerFormAlone: ToolOffer = {
  ...offerForm,
  inputs: { reason: offerForm.inputs.reason.filter((reason) => reason !== 'wants_person') },
}

/** Longer than any reply of 1,000 tokens; some servers ignore the token limit. */
const MAX_CHARACTERS = 20_000

/** Hears a reply and may stop it. */
export type Listener = Pick<InFlightReply, 'signal' | 'say'>

export type Prompt = {
  instructions: string
  canary: string
  /** Those that are switched on. */
  tools: readonly VisitorTool[]
  /** The model may pass on that the visitor asks for a person. */
  mayAskForPerson: boolean
  purse: Purse
}

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
  const request = requestOf(turn, grounds, { ...prompt, instructions })
  const [{ formOffered }, { shown: cardShown }] = await Promise.all([
    wordedTexts(ctx, chatTexts),
    wordedTexts(ctx, cardTexts),
  ])
  const shown = createShownReply(reply, turn, { grounds, formOffered, cardShown })
  const { mayAskForPerson } = prompt
  const hearing = { ctx, turn, reply, shown, guard: createCanaryGuard(prompt.canary), mayAskForPerson }
  // Loaded on first use: the AI libraries are most of the bundle and would slow the start.
  const { endOf } = await import('#app/features/ai/providers/stream-reply.server.ts')
  const endBy = endOf()
  let asking: Asking = { endpoints, request, endBy }
  let left = MOST_CALLS
  for (;;) {
    const heard = await hear(hearing, asking)
    if (heard.kind === 'ended') return heard.made
    const { last, calls } = heard
    if (left <= 0)
      return { ...end(hearing, last), ...brokenOff(shown, 'The model called for too many tools.') }
    const next = await answerCalls(hearing, asking, { last, calls, left, prompt })
    if (!next) return { ...end(hearing, last), ...brokenOff(shown, 'A cap was reached during the reply.') }
    left -= calls.length
    asking = next
  }
}

type Hearing = {
  ctx: Ctx
  turn: BegunTurn
  reply: Listener
  shown: ReturnType<typeof createShownReply>
  guard: CanaryGuard
  mayAskForPerson: boolean
}

type Asking = { endpoints: ReplyEndpoints; request: ReplyRequest; endBy: number }

type Done = ReplyEvent & { type: 'done' }
type Heard =
  | { kind: 'ended'; made: MadeReply }
  /** The model waits for the results of these. */
  | { kind: 'calls'; last: Done; calls: readonly ToolCall[] }

/** Hears one call of the provider to its end. */
async function hear(hearing: Hearing, { endpoints, request, endBy }: Asking): Promise<Heard> {
  const { ctx, turn, reply, shown, guard } = hearing
  const { made } = shown
  made.by = endpoints.primary
  made.characters = { input: lengthOf(request), output: 0 }
  shown.beginPart()
  const calls: ToolCall[] = []
  const { streamReply } = await import('#app/features/ai/providers/stream-reply.server.ts')
  for await (const event of streamReply(ctx, endpoints, request, { signal: reply.signal, endBy })) {
    if (event.type === 'toolCall') {
      calls.push(event)
      if (event.name === offerForm.name) shown.callForm(event.input, hearing.mayAskForPerson)
    } else if (event.type === 'text') {
      made.characters.output += event.text.length
      const clear = guard.push(event.text)
      if (clear === null) {
        ctx.log.warn({ conversationId: turn.conversationId, replyId: turn.replyId }, 'chat.reply_withheld')
        const failure = 'The reply contained the system prompt.'
        return {
          kind: 'ended',
          made: { ...made, text: '', sources: [], outcome: 'withheld', failure },
        }
      }
      shown.write(clear)
      if (made.text.length > MAX_CHARACTERS)
        return { kind: 'ended', made: { ...made, outcome: 'cut', failure: 'The reply was too long.' } }
    } else if (event.type === 'done' && event.said && waitsFor(request, calls, made)) {
      return { kind: 'calls', last: event, calls }
    } else return { kind: 'ended', made: end(hearing, event) }
  }
  return { kind: 'ended', made }
}

/** A model that showed the form, or that called only tools which it was not given, has said what it wants to say. */
function waitsFor({ tools = [] }: ReplyRequest, calls: readonly ToolCall[], { text }: MadeReply): boolean {
  const others = calls.filter(({ name }) => name !== offerForm.name)
  return others.some((call) => text === '' || tools.some(({ name }) => name === call.name))
}

function end({ shown, guard, reply }: Hearing, last: LastEvent): MadeReply {
  shown.finish(guard.flush(), last)
  return { ...shown.made, ...outcomeOf(last, shown.made.text, reply) }
}

function brokenOff({ made }: Hearing['shown'], failure: string): Pick<MadeReply, 'outcome' | 'failure'> {
  return { outcome: made.text === '' ? 'failed' : 'cut', failure }
}

type Answering = { last: Done; calls: readonly ToolCall[]; left: number; prompt: Prompt }

/** Runs the tools and returns what is asked next; null where there is no money left for it. */
async function answerCalls(
  { ctx, turn, reply, shown }: Hearing,
  { endpoints, request, endBy }: Asking,
  { last, calls, left, prompt }: Answering,
): Promise<Asking | null> {
  const { conversationId, replyId, clientAddress, timeZone = null } = turn
  const results = await runTools(ctx, calls, left, {
    tools: prompt.tools,
    ownTool: offerForm.name,
    visit: { clientAddress, timeZone },
    reply: turn.isTrial ? null : { conversationId, replyId },
    signal: reply.signal,
    show: shown.showCard,
    canary: prompt.canary,
  })
  shown.hasAsked(last)
  const round: ToolRound = { said: assertDefined(last.said, 'tools were called'), results }
  const next = withRound(request, round)
  if (!reply.signal.aborted && !(await prompt.purse.payFor(lengthOf(next)))) return null
  // Whoever called the tools goes on: signed thoughts of one provider mean nothing to another.
  const { fallback } = endpoints
  const isFallback = fallback?.provider === last.by.provider && fallback.model === last.by.model
  return { endpoints: isFallback ? { primary: fallback, fallback: null } : endpoints, request: next, endBy }
}

function withRound(request: ReplyRequest, round: ToolRound): ReplyRequest {
  const { shorter, rounds = [] } = request
  return {
    ...request,
    rounds: [...rounds, round],
    ...(shorter && { shorter: () => withRound(shorter(), round) }),
  }
}

/** For a model that cannot take it all, first without the whole knowledge and then without any passage. */
function requestOf(
  turn: BegunTurn,
  grounds: Grounds,
  { instructions, tools, mayAskForPerson }: Pick<Prompt, 'instructions' | 'tools' | 'mayAskForPerson'>,
): ReplyRequest {
  const turns = withoutForgedPassages(turn.turns)
  const bare: ReplyRequest = {
    instructions,
    turns,
    tools: [mayAskForPerson ? offerForm : offerFormAlone, ...tools],
  }
  if (grounds.passages.length === 0 && grounds.whole.length === 0) return bare
  const found = { ...bare, turns: groundedTurns(turns, grounds.passages), shorter: () => bare }
  const knowledge = wholeBlock(grounds.whole)
  return knowledge === undefined ? found : { ...found, knowledge, shorter: () => found }
}

/** What the followers of a reply have been shown so far, collected in `made` for its record. */
function createShownReply(
  reply: Listener,
  { question, handover }: Pick<BegunTurn, 'question' | 'handover'>,
  { grounds, formOffered, cardShown }: { grounds: Grounds; formOffered: string; cardShown: string },
) {
  const citations = createCitationFilter((id) => passageOf(grounds, id))
  const made: MadeReply = {
    ...emptyReply,
    earlier: grounds.calls,
    found: grounds.passages,
    characters: { input: 0, output: 0 },
  }
  let isFormOffered = false
  let isToolUsed = false
  let hasCard = false
  let isPartBegun = false
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
    /** What a model says after a tool begins a paragraph of its own. */
    beginPart() {
      isPartBegun = made.text !== ''
    },
    write(text: string) {
      if (text === '') return
      if (isPartBegun) show(citations.push('\n\n'))
      isPartBegun = false
      show(citations.push(text))
    },
    showCard(card: ChatCard) {
      hasCard = true
      reply.say({ type: 'card', card })
    },
    /** Books a call whose tools have run; there is another. */
    hasAsked({ by, usage, earlier }: Done) {
      isToolUsed = true
      const input = usage.input ?? estimateTokens(made.characters.input)
      const output = usage.output ?? estimateTokens(made.characters.output)
      made.earlier = [...made.earlier, ...earlier, { by, usage: { ...usage, input, output } }]
    },
    callForm(input: unknown, mayAskForPerson: boolean) {
      offerTheForm()
      const reason = reasonOf(input)
      if (reason === 'cannot_answer') made.unanswered = question
      if (reason === 'wants_person') made.wantsPerson = mayAskForPerson
    },
    finish(rest: string, last: LastEvent) {
      show(citations.push(rest) + citations.flush())
      made.by = last.by
      made.usage = last.usage
      made.earlier = [...made.earlier, ...last.earlier]
      if (last.type === 'failed') return
      if (made.text === '' && (hasCard || isFormOffered)) show(hasCard ? cardShown : formOffered)
      const isUnknown = (grounds.isUnknown && !isToolUsed) || saysUnknown(made.text)
      const isFromNothing = made.sources.length === 0 && isUnknown
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
