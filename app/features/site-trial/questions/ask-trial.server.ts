import { findPaidCalls } from '#app/features/ai/writing/paid-calls.server.ts'
import type { ReplyEvent, ReplyRequest, Turn } from '#app/features/ai/providers/model-call.ts'
import { createCitationFilter } from '#app/features/chat/grounding/citation-filter.ts'
import {
  groundedTurns,
  standaloneQueries,
  withoutForgedPassages,
} from '#app/features/chat/grounding/grounds.server.ts'
import { storedSources } from '#app/features/chat/grounding/sources.server.ts'
import { canaryOf, createCanaryGuard } from '#app/features/chat/replies/canary.server.ts'
import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialTexts } from '../messages.ts'
import { isTrialOffered } from '../start-trial.server.ts'
import { getTrial } from '../trial-link.server.ts'

import { findTrialPassages, type GivenPassage } from './find-trial-passages.server.ts'
import { instructionsFor } from './instructions.ts'
import { LONGEST_QUESTION, MOST_QUESTIONS } from './question-limits.ts'

const MAX_TOKENS = 600
const EXCERPT = 600

export type TrialAnswerEvent =
  | { type: 'text'; text: string }
  /** The whole answer as it is stored. */
  | { type: 'done'; text: string; sources: ChatSource[] }

type Answering = (leaving: AbortSignal) => AsyncGenerator<TrialAnswerEvent>

/**
 * Answers a visitor's question from the pages that were read of their site. The answer must be read to its end.
 * @throws {AppError} not-found, invalid, conflict while it is read, too-many past the last question, unavailable past a cap.
 */
export async function askTrial(
  ctx: Ctx,
  { token, question }: { token: string; question: string },
): Promise<Answering> {
  const trial = await getTrial(ctx, token)
  const { errors, chat } = await wordedTexts(ctx, trialTexts)
  if (!(await isTrialOffered(ctx))) throw new AppError('not-found', errors.off)
  if (trial.state !== 'done') throw new AppError('conflict', errors.notDone)
  const asked = readableText(question)?.trim()
  if (!asked || asked.length > LONGEST_QUESTION) throw new AppError('invalid', errors.question)
  const { number, turns } = await storeQuestion(ctx, trial.id, { question: asked, enough: errors.enough })
  const [query] = standaloneQueries(turns)
  const passages = await findTrialPassages(ctx, trial.id, String(query))
  const store = storing(ctx, { trialId: trial.id, number })
  if (passages.length === 0) return alone({ text: chat.notFound, store })
  const canary = canaryOf(ctx)
  const request: ReplyRequest = {
    instructions: instructionsFor(trial.host, canary),
    turns: groundedTurns(withoutForgedPassages(turns), passages),
    maxTokens: MAX_TOKENS,
  }
  try {
    const call = await (await findPaidCalls(ctx))(request)
    return answering(call, { passages, canary, store, failed: chat.failed })
  } catch (error) {
    await forgetQuestion(ctx, trial.id, number)
    throw error
  }
}

async function storeQuestion(
  ctx: Ctx,
  trialId: string,
  { question, enough }: { question: string; enough: string },
): Promise<{ number: number; turns: Turn[] }> {
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `site-trial ${trialId}`)
    const before = await ctx.db
      .selectFrom('site_trial_question')
      .select(['number', 'question', 'answer'])
      .where('trial_id', '=', trialId)
      .orderBy('number')
      .execute()
    if (before.length >= MOST_QUESTIONS) throw new AppError('too-many', enough)
    const last = before.at(-1)
    const number = last ? last.number + 1 : 1
    await ctx.db
      .insertInto('site_trial_question')
      .values({
        trial_id: trialId,
        number,
        question,
        answer: null,
        sources: null,
        created_at: ctx.clock.now(),
      })
      .execute()
    const earlier = before.slice(-2).flatMap((row): Turn[] =>
      row.answer === null
        ? []
        : [
            { role: 'user', content: row.question },
            { role: 'assistant', content: row.answer },
          ],
    )
    return { number, turns: [...earlier, { role: 'user', content: question }] }
  })
}

async function forgetQuestion(ctx: Ctx, trialId: string, number: number): Promise<void> {
  await ctx.db
    .deleteFrom('site_trial_question')
    .where('trial_id', '=', trialId)
    .where('number', '=', number)
    .execute()
}

type Store = (answer: string, sources: readonly ChatSource[]) => Promise<void>

function storing(ctx: Ctx, { trialId, number }: { trialId: string; number: number }): Store {
  return async (answer, sources) => {
    await ctx.db
      .updateTable('site_trial_question')
      .set({ answer, sources: storedSources(sources) })
      .where('trial_id', '=', trialId)
      .where('number', '=', number)
      .execute()
  }
}

function alone({ text, store }: { text: string; store: Store }): Answering {
  return async function* answer() {
    await store(text, [])
    yield { type: 'done', text, sources: [] }
  }
}

type Call = (leaving: AbortSignal) => AsyncGenerator<ReplyEvent>
type Given = { passages: readonly GivenPassage[]; canary: string; store: Store; failed: string }

/** Shows only what cites passages that the model was given, and nothing once it gives its instructions away. */
function answering(call: Call, { passages, canary, store, failed }: Given): Answering {
  return async function* answer(leaving) {
    const guard = createCanaryGuard(canary)
    const filter = createCitationFilter((id) => passages[id - 1])
    const withheld = new AbortController()
    let text = ''
    for await (const event of call(AbortSignal.any([leaving, withheld.signal]))) {
      if (event.type !== 'text' || withheld.signal.aborted) continue
      const clear = guard.push(event.text)
      if (clear === null) {
        withheld.abort()
        continue
      }
      const shown = filter.push(clear)
      text += shown
      if (shown !== '') yield { type: 'text', text: shown }
    }
    if (!withheld.signal.aborted) text += filter.push(guard.flush()) + filter.flush()
    const isAnswer = !withheld.signal.aborted && text.trim() !== ''
    const whole = isAnswer ? text.trim() : failed
    const sources = isAnswer ? sourcesOf(filter.cited()) : []
    await store(whole, sources)
    yield { type: 'done', text: whole, sources }
  }
}

function sourcesOf(cited: readonly GivenPassage[]): ChatSource[] {
  return cited.map(({ url, title, text }, at) => ({
    number: at + 1,
    title,
    page: null,
    href: url,
    text: text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text,
  }))
}
