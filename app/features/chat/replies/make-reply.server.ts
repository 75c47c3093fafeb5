import { lengthOf } from '#app/features/ai/providers/fit-request.ts'
import type { ReplyRequest, ToolOffer, ToolRound } from '#app/features/ai/providers/model-call.ts'
import type { ReplyEndpoints } from '#app/features/ai/providers/stream-reply.server.ts'
import {
  findGrounds,
  groundedTurns,
  type Grounds,
  nothingFound,
  wholeBlock,
  withoutForgedPassages,
} from '#app/features/chat/grounding/grounds.server.ts'
import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { Purse } from '#app/features/chat/tools/purse.server.ts'
import { MOST_CALLS, runTools, type ToolCall } from '#app/features/chat/tools/run-tools.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx, VisitorTool } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { type CanaryGuard, createCanaryGuard } from './canary.server.ts'
import type { MadeReply } from './settle-reply.server.ts'
import { createShownReply, type Done, type LastEvent, type Listener } from './shown-reply.server.ts'

/** The assistant shows the contact form by calling this tool, never by a phrase in its text. */
const offerForm = {
  name: 'offer_contact_form',
  description:
    'Shows the visitor the contact form inside this chat. Call it when the visitor asks for a person, wants to be contacted, a quote or an appointment, or asks what you cannot answer. Say a short sentence beside it.',
  inputs: { reason: ['wants_person', 'wants_contact', 'wants_quote', 'cannot_answer'] },
} satisfies ToolOffer

/** Used if the owner does not let the model request a person. */
const offerFormAlone: ToolOffer = {
  ...offerForm,
  inputs: { reason: offerForm.inputs.reason.filter((reason) => reason !== 'wants_person') },
}

/** More than any reply of 1,000 tokens, because some servers ignore the token limit. */
const MAX_CHARACTERS = 20_000

export type Prompt = {
  instructions: string
  canary: string
  tools: readonly VisitorTool[]
  /** Whether the model may report that the visitor asks for a person. */
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
  const knowledge = wholeBlock(ctx, grounds.whole)
  const request = requestOf(turn, { ...grounds, knowledge }, { ...prompt, instructions })
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

type Heard =
  | { kind: 'ended'; made: MadeReply }
  /** The model waits for the results of these calls. */
  | { kind: 'calls'; last: Done; calls: readonly ToolCall[] }

/** Reads one call of the provider to its end. */
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
    } else if (event.type === 'restart') {
      // The last event counts these characters as hidden.
      made.characters.output = 0
      guard.flush()
      shown.restart()
    } else if (event.type === 'text') {
      made.characters.output += event.text.length
      const clear = guard.push(event.text)
      if (clear === null) {
        ctx.log.warn({ conversationId: turn.conversationId, replyId: turn.replyId }, 'chat.reply_withheld')
        return withdrawn(made, 'The reply contained the system prompt.')
      }
      shown.write(clear)
      if (made.text.length > MAX_CHARACTERS)
        return { kind: 'ended', made: { ...made, outcome: 'cut', failure: 'The reply was too long.' } }
    } else {
      if (event.hidden) made.characters.output += event.hidden
      if (event.type === 'done' && event.said && waitsFor(request, calls, made))
        return { kind: 'calls', last: event, calls }
      return { kind: 'ended', made: end(hearing, event) }
    }
  }
  return { kind: 'ended', made }
}

/** Nothing of the reply is stored, and what the visitor has seen of it is replaced. */
function withdrawn(made: MadeReply, failure: string): Heard {
  return { kind: 'ended', made: { ...made, text: '', sources: [], outcome: 'withheld', failure } }
}

/** Returns whether the model waits for results: it called a known tool or, without any text, any tool but the form. */
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

/** Runs the tools and returns the next request; null past a spending cap. */
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
  // The same model must continue, because another one cannot read its signed reasoning.
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

/** For a small context, the request can be shortened: first without the whole knowledge, then without passages. */
function requestOf(
  turn: BegunTurn,
  { passages, knowledge }: Pick<Grounds, 'passages'> & { knowledge: string | undefined },
  { instructions, tools, mayAskForPerson }: Pick<Prompt, 'instructions' | 'tools' | 'mayAskForPerson'>,
): ReplyRequest {
  const turns = withoutForgedPassages(turn.turns)
  const bare: ReplyRequest = {
    instructions,
    turns,
    tools: [mayAskForPerson ? offerForm : offerFormAlone, ...tools],
  }
  if (passages.length === 0 && knowledge === undefined) return bare
  const found = { ...bare, turns: groundedTurns(turns, passages), shorter: () => bare }
  return knowledge === undefined ? found : { ...found, knowledge, shorter: () => found }
}

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
