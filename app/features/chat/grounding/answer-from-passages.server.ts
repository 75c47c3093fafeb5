import type { ReplyEvent, ReplyRequest, Turn } from '#app/features/ai/providers/model-call.ts'
import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { aiTexts } from '#app/features/ai/messages.ts'
import { findPaidCalls } from '#app/features/ai/writing/paid-calls.server.ts'
import type { ChatEvent, ChatSource } from '#app/features/chat/chat-events.ts'
import { chatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { ChatMessages } from '#app/features/chat/messages.en.ts'
import { canaryOf, createCanaryGuard } from '#app/features/chat/replies/canary.server.ts'
import {
  beginInFlight,
  countInFlight,
  type InFlightReply,
} from '#app/features/chat/replies/in-flight.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { createCitationFilter } from './citation-filter.ts'
import { excerptOf } from './excerpt.ts'
import { givenPassagesRules } from './given-passages-rules.ts'
import { groundedTurns, withoutForgedPassages } from './grounds.server.ts'

export type GivenPassage = {
  title: string
  /** Where visitors can read it; null shows only the text. */
  href: string | null
  headings: string[]
  text: string
}

export type GivenAnswer = { text: string; sources: readonly ChatSource[] }

export type FromPassages = {
  /** One or two sentences about who answers whom. */
  role: string
  passages: readonly GivenPassage[]
  /** Oldest first; the last one is the question. */
  turns: readonly Turn[]
  /** Called with the shown text before the end event is sent; without it nothing is stored. */
  store?: (answer: GivenAnswer) => Promise<void>
}

const MAX_TOKENS = 600

export async function canAnswer(ctx: Ctx): Promise<boolean> {
  return (await findEndpoints(ctx)).kind === 'endpoints'
}

/**
 * Answers only from these passages, with the owner's provider and within the caps. The model has no tools.
 * @throws {AppError} conflict without a provider; unavailable past a cap or with too many replies in flight.
 */
export async function answerFromPassages(ctx: Ctx, given: FromPassages): Promise<InFlightReply> {
  const [call, limits, texts] = await Promise.all([
    findPaidCalls(ctx),
    chatLimits.read(ctx),
    wordedTexts(ctx, chatTexts),
  ])
  if (ctx.limits && countInFlight(ctx) >= limits.streamsInAll)
    throw new AppError('unavailable', (await wordedTexts(ctx, aiTexts)).busy, { retryAfter: 10 })
  const canary = canaryOf(ctx)
  const passages = given.passages.map((passage) => ({ ...passage, page: null }))
  const request: ReplyRequest = {
    instructions: `[${canary}]\n\n${given.role}\n\nRules:\n${givenPassagesRules}\n\n[${canary}]`,
    turns: groundedTurns(withoutForgedPassages(given.turns), passages),
    maxTokens: MAX_TOKENS,
  }
  const stream = await call(request)
  const reply = beginInFlight(ctx, newId())
  void show(ctx, stream(reply.signal), { ...given, reply, canary, texts })
  return reply
}

type Showing = Pick<FromPassages, 'passages' | 'store'> & {
  reply: InFlightReply
  canary: string
  texts: ChatMessages
}

/** Always reads the stream to its end, because the last event settles the cost. */
async function show(ctx: Ctx, stream: AsyncIterable<ReplyEvent>, showing: Showing): Promise<void> {
  const { reply, passages, canary, texts, store } = showing
  const guard = createCanaryGuard(canary)
  const newCitations = () => createCitationFilter((id) => passages[id - 1])
  let citations = newCitations()
  let answer: GivenAnswer = { text: '', sources: [] }
  const say = (text: string) => {
    const said = answer.text + text
    const sources = citations
      .cited()
      .map((passage, at) => answer.sources[at] ?? sourceOf(passage, at + 1, said))
    if (sources.length > answer.sources.length) reply.say({ type: 'sources', sources })
    if (text !== '') reply.say({ type: 'text', text })
    answer = { text: said, sources }
  }
  let end: ChatEvent = { type: 'failed', text: texts.notAnswered, toast: null }
  let isWithheld = false
  try {
    for await (const event of stream) {
      if (isWithheld) continue
      if (event.type === 'restart') {
        guard.flush()
        citations = newCitations()
        answer = { text: '', sources: [] }
        reply.say({ type: 'restart', ...answer })
      } else if (event.type === 'text') {
        const clear = guard.push(event.text)
        isWithheld = clear === null
        if (clear === null) reply.stop('visitor')
        else say(citations.push(clear))
      } else if (event.type !== 'toolCall') {
        say(citations.push(guard.flush()) + citations.flush())
        const isWhole = event.type === 'done' && event.isWhole
        if (answer.text.trim() !== '') end = { type: 'done', end: isWhole ? 'whole' : 'cut' }
      }
    }
    if (isWithheld) end = { type: 'failed', text: texts.withheld, toast: null }
    await store?.(end.type === 'failed' ? { text: end.text, sources: [] } : answer)
  } catch (error) {
    ctx.log.error({ error }, 'chat.passages_fault')
  }
  reply.end(end)
}

function sourceOf({ title, href, text }: GivenPassage, number: number, said: string): ChatSource {
  return { number, title, page: null, href, text: excerptOf(text, { said, number }) }
}
