import type { z } from 'zod'

import { foldForSearch } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { expectationColumns, questionFields, resolveQuestion } from './question-fields.server.ts'
import { askedKey, MOST_QUESTIONS, type QuestionOrigin, type TestQuestion } from './test-question.ts'

type Addition = z.input<typeof questionFields> & {
  origin?: QuestionOrigin
  /** Set if a visitor asked it; the question is then deleted with that conversation. */
  conversationId?: string | null
}

/**
 * Adds a question for testing the assistant. Without facts and sources, an answer with any citation passes.
 * @throws {FieldErrors} {AppError} conflict for a duplicate, or past 500.
 */
export async function addTestQuestion(ctx: Ctx, input: Addition): Promise<{ id: string }> {
  requireActor(ctx, 'knowledge.write')
  const parsed = questionFields.safeParse(input)
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  return withTransaction(ctx, async (ctx) => {
    const question = await resolveQuestion(ctx, parsed.data)
    const conversationId = input.conversationId ?? null
    if (conversationId !== null) await requireConversation(ctx, conversationId)
    const asked = await lockQuestions(ctx)
    if (asked.has(askedKey(question.assistantId, foldForSearch(question.text))))
      throw new FieldErrors({ text: 'This question is already a test question.' })
    if (asked.size >= MOST_QUESTIONS) throw tooMany()
    const origin = input.origin ?? 'owner'
    const id = await storeQuestion(ctx, { ...question, origin, conversationId })
    await recordChange(ctx, { what: 'quality.question_added', subject: questionSubject(id) })
    return { id }
  })
}

async function requireConversation(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.selectFrom('conversation').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not-found', 'There is no such conversation. It may have been deleted.')
}

/** Returns the keys of the existing questions, and makes others wait until this transaction has added its own. */
export async function lockQuestions(ctx: Ctx): Promise<ReadonlySet<string>> {
  await ctx.engine.lockUntilCommit(ctx.db, 'test questions')
  const rows = await ctx.db.selectFrom('test_question').select(['assistant_id', 'search']).execute()
  return new Set(rows.map(({ assistant_id: id, search }) => askedKey(id, search)))
}

export function tooMany(): AppError {
  return new AppError(
    'conflict',
    `You already have ${MOST_QUESTIONS} test questions, which is the maximum. Please delete some first.`,
  )
}

type NewQuestion = Omit<TestQuestion, 'id' | 'version'> & {
  origin: QuestionOrigin
  conversationId: string | null
}

export async function storeQuestion(
  ctx: Ctx,
  { text, assistantId, origin, conversationId, ...expected }: NewQuestion,
): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('test_question')
    .values({
      id,
      created_at: ctx.clock.now(),
      version: 1,
      text,
      search: foldForSearch(text),
      origin,
      conversation_id: conversationId,
      assistant_id: assistantId,
      ...expectationColumns(expected),
    })
    .execute()
  return id
}

/** The audit log names a question by its id, because a visitor may have written its text. */
export function questionSubject(id: string): { id: string; path: string } {
  return { id, path: `/admin/quality/questions/${id}` }
}
