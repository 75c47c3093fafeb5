import {
  answerFromPassages,
  type GivenAnswer,
  type GivenPassage,
} from '#app/features/chat/grounding/answer-from-passages.server.ts'
import { standaloneQueries } from '#app/features/chat/grounding/grounds.server.ts'
import { storedSources } from '#app/features/chat/grounding/sources.server.ts'
import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { parseQuestion } from '#app/features/knowledge/search/parse-question.server.ts'
import { readTerms } from '#app/features/knowledge/search/terms.ts'
import { createWordIndex } from '#app/features/knowledge/search/word-index.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialTexts } from '../messages.ts'
import { passagesSchema } from '../reading/trial-page.ts'
import { isTrialOffered } from '../start-trial.server.ts'
import { getTrial } from '../trial-link.server.ts'

import { LONGEST_QUESTION, MOST_QUESTIONS } from './question-limits.ts'

type Answering = (leaving: AbortSignal) => AsyncGenerator<ChatEvent>

/**
 * Answers a question from the pages read of the visitor's site, and stores the answer. @throws {AppError} not-found,
 * invalid, conflict while the site is read, too-many after the last question, unavailable over a cap
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
  const store = (answer: GivenAnswer) => storeAnswer(ctx, { trialId: trial.id, number }, answer)
  if (passages.length === 0) {
    await store({ text: chat.notFound, sources: [] })
    return said(chat.notFound)
  }
  try {
    const reply = await answerFromPassages(ctx, { role: roleFor(trial.host), passages, turns, store })
    return (leaving) => reply.follow(leaving)
  } catch (error) {
    await forgetQuestion(ctx, trial.id, number)
    throw error
  }
}

function roleFor(host: string): string {
  return `You answer questions about a business from the pages of its website, ${JSON.stringify(host)}. Whoever asks tries out what an assistant on that website would say. Where the passages do not tell, say that you cannot find it in the pages.`
}

function said(text: string): Answering {
  return async function* answer() {
    yield { type: 'text', text }
    yield { type: 'done', end: 'whole' }
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

async function storeAnswer(
  ctx: Ctx,
  { trialId, number }: { trialId: string; number: number },
  { text, sources }: GivenAnswer,
): Promise<void> {
  await ctx.db
    .updateTable('site_trial_question')
    .set({ answer: text.trim(), sources: storedSources(sources) })
    .where('trial_id', '=', trialId)
    .where('number', '=', number)
    .execute()
}

/** In characters, about 3,000 tokens. */
const MAX_LENGTH = 12_000
const RANKED = 8

/**
 * Returns the passages to answer from: those with the question's words first, then the others in reading order while
 * there is room, because the question may be in another language than the pages.
 */
async function findTrialPassages(ctx: Ctx, trialId: string, query: string): Promise<GivenPassage[]> {
  const rows = await ctx.db
    .selectFrom('site_trial_page')
    .select(['url', 'title', 'language', 'passages'])
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute()
  const index = createWordIndex()
  const all = new Map<string, GivenPassage>()
  for (const { url, title, language, passages } of rows)
    for (const { headings, text, terms } of passagesSchema.parse(JSON.parse(passages))) {
      const id = String(all.size)
      all.set(id, { title, href: url, headings, text })
      index.add({ id, language, terms: readTerms(terms) })
    }
  const { words } = await parseQuestion(index, query)
  const ranked = index
    .search(words, RANKED)
    .map(({ id }) => assertDefined(all.get(id), 'the index holds no other passages'))
  let left = MAX_LENGTH
  return [...new Set([...ranked, ...all.values()])].filter(({ text }) => (left -= text.length) >= 0)
}
