import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { itemNotFound } from './item-not-found.ts'
import { itemSubject } from './item-subject.ts'

/** Lets visitors open a PDF itself, or its owner alone. @throws {AppError} not-found: no such PDF. */
export async function sharePdf(ctx: Ctx, input: { id: string; isPublic: boolean }): Promise<void> {
  requireActor(ctx)
  const is_public = input.isPublic ? 1 : 0
  await withTransaction(ctx, async (ctx) => {
    const pdf = await ctx.db
      .selectFrom('knowledge_item')
      .select(['id', 'title', 'is_public'])
      .where('id', '=', input.id)
      .where('kind', '=', 'pdf')
      .executeTakeFirst()
    if (!pdf) throw itemNotFound()
    if (pdf.is_public === is_public) return
    await ctx.db
      .updateTable('knowledge_item')
      .set({ is_public, updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .execute()
    const what = input.isPublic ? 'knowledge.file_made_public' : 'knowledge.file_made_private'
    await recordChange(ctx, { what, subject: itemSubject(pdf) })
  })
}
