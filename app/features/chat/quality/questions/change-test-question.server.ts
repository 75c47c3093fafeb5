import { sql } from 'kysely'
import type { z } from 'zod'

import { hasAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { bringBack, type Deletion, keepDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { lockQuestions, questionSubject } from './add-test-question.server.ts'
import { expectationColumns, type questionFields, resolveQuestion } from './question-fields.server.ts'
import { askedKey, questionColumns } from './test-question.ts'

/** @throws {FieldErrors} {AppError} not-found */
export async function changeTestQuestion(
  ctx: Ctx,
  { id, ...fields }: z.output<typeof questionFields> & { id: string },
): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const { text, assistantId, ...expected } = await resolveQuestion(ctx, fields)
    const asked = await lockQuestions(ctx)
    const before = await findStored(ctx, id)
    const search = foldForSearch(text)
    const [was, is] = [askedKey(before.assistant_id, before.search), askedKey(assistantId, search)]
    if (is !== was && asked.has(is))
      throw new FieldErrors({ text: 'This question is already a test question.' })
    const after = { text, search, assistant_id: assistantId, ...expectationColumns(expected) }
    if (Object.entries(after).every(([name, value]) => before[name as keyof typeof after] === value)) return
    await ctx.db
      .updateTable('test_question')
      .set({ ...after, version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    await recordChange(ctx, { what: 'quality.question_changed', subject: questionSubject(id) })
  })
}

/** Deletes a question with its results; it can be restored for a while. @throws {AppError} not-found */
export async function deleteTestQuestion(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'knowledge.write')
  return withTransaction(ctx, async (ctx) => {
    await findStored(ctx, id)
    const deletion = await keepDeleted(ctx, {
      kind: 'question',
      subjectId: id,
      parts: [
        { table: 'test_question', where: sql`id = ${id}` },
        { table: 'test_result', where: sql`question_id = ${id}` },
      ],
    })
    await ctx.db.deleteFrom('test_question').where('id', '=', id).execute()
    await recordChange(ctx, { what: 'quality.question_deleted', subject: { id } })
    return deletion
  })
}

/** @throws {AppError} not-found once it is too late, conflict if it was added since or its assistant was deleted. */
export async function restoreTestQuestion(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'knowledge.write')
  return withTransaction(ctx, async (ctx) => {
    const asked = await lockQuestions(ctx)
    const { subjectId } = await bringBack(ctx, { id: deletionId, kind: 'question' })
    const { search, assistant_id: assistantId } = await findStored(ctx, subjectId)
    if (!(await hasAssistant(ctx, assistantId)))
      throw new AppError('conflict', 'The assistant that it asks has been deleted.')
    if (asked.has(askedKey(assistantId, search)))
      throw new AppError('conflict', 'This question has been added again since then.')
    await recordChange(ctx, { what: 'quality.question_restored', subject: questionSubject(subjectId) })
    return subjectId
  })
}

async function findStored(ctx: Ctx, id: string) {
  const found = await ctx.db
    .selectFrom('test_question')
    .select([...questionColumns, 'search'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw questionNotFound()
  return found
}

export function questionNotFound(): AppError {
  return new AppError('not-found', 'There is no such test question. It may have been deleted.')
}
