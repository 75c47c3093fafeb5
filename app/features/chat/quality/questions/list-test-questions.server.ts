import { z } from 'zod'

import { readSources } from '#app/features/chat/grounding/sources.server.ts'
import { pdfAt } from '#app/features/knowledge/items/pdf-path.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

import { questionNotFound } from './change-test-question.server.ts'
import { findSource, nameSources } from './find-sources.server.ts'
import { MAX_QUESTION, questionColumns, testQuestionOf } from './test-question.ts'

export const QUESTIONS_PER_PAGE = 25

const schema = z.object({ q: z.string().default(''), page: z.int().min(1).default(1) })

/** Lists questions, newest first, each with its expectations as text and its last verdict. */
export async function listTestQuestions(ctx: Ctx, input: z.input<typeof schema> = {}) {
  requireActor(ctx, 'knowledge.read')
  const { q, page: asked } = schema.parse(input)
  const list = ctx.db
    .selectFrom('test_question')
    .where(holdsEveryWord('search', q))
    .select([...questionColumns, 'created_at', 'origin', 'conversation_id'])
    .select((select) =>
      select
        .selectFrom('test_result')
        .select('verdict')
        .whereRef('test_result.question_id', '=', 'test_question.id')
        .orderBy('test_result.id', 'desc')
        .limit(1)
        .as('verdict'),
    )
    .orderBy('id', 'desc')
  const { rows, ...page } = await readCountedPage(list, QUESTIONS_PER_PAGE, asked)
  const questions = rows.map(({ origin, conversation_id: conversationId, verdict, ...row }) => ({
    ...testQuestionOf(row),
    origin,
    conversationId,
    verdict,
  }))
  const names = await nameSources(
    ctx,
    questions.flatMap(({ sources }) => sources),
  )
  return {
    questions: questions.map((question) => ({
      ...question,
      sources: question.sources.map((source) =>
        assertDefined(names.get(source), 'every source has been named'),
      ),
    })),
    ...page,
  }
}

export type ListedQuestion = Awaited<ReturnType<typeof listTestQuestions>>['questions'][number]

/** @throws {AppError} not-found */
export async function getTestQuestion(ctx: Ctx, id: string) {
  requireActor(ctx, 'knowledge.read')
  const row = await ctx.db
    .selectFrom('test_question')
    .select([...questionColumns, 'origin', 'conversation_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw questionNotFound()
  const question = testQuestionOf(row)
  const names = await nameSources(ctx, question.sources)
  return {
    ...question,
    origin: row.origin,
    conversationId: row.conversation_id,
    sources: question.sources.map((source) => names.get(source)?.title ?? source),
  }
}

export type ProposedQuestion = {
  text: string
  sources: string[]
  conversationId: string
  /** The assistant of that conversation. */
  assistantId: string
}

/** Returns a visitor's message as a test question, with what its reply cited. Null if it is gone, or if it may not be read. */
export async function proposeFromMessage(ctx: Ctx, messageId: string): Promise<ProposedQuestion | null> {
  if (!actorMay(requireActor(ctx, 'knowledge.read'), 'conversations.read')) return null
  const message = await ctx.db
    .selectFrom('chat_message')
    .innerJoin('conversation', 'conversation.id', 'chat_message.conversation_id')
    .select(['chat_message.id', 'conversation_id', 'text', 'assistant_id'])
    .where('chat_message.id', '=', messageId)
    .where('author', '=', 'visitor')
    .executeTakeFirst()
  if (!message) return null
  const text = readableLine(message.text)
  if (text === null) return null
  const reply = await ctx.db
    .selectFrom('chat_message')
    .select(['author', 'sources'])
    .where('conversation_id', '=', message.conversation_id)
    .where('id', '>', message.id)
    .orderBy('id')
    .executeTakeFirst()
  const cited = reply?.author === 'assistant' ? readSources(reply.sources) : []
  const found = await Promise.all(
    cited.map(async ({ href, title }) => findSource(ctx, pdfAt(href) ?? href?.split('#')[0] ?? title)),
  )
  const known = found.filter((source) => source !== null)
  const names = await nameSources(ctx, known)
  return {
    text: text.slice(0, MAX_QUESTION).toWellFormed(),
    sources: [...new Set(known.map((source) => names.get(source)?.title ?? source))],
    conversationId: message.conversation_id,
    assistantId: message.assistant_id,
  }
}
