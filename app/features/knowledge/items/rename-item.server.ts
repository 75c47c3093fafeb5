import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { titleColumns } from '../reading/title-columns.server.ts'
import { nextRevision } from '../search/next-revision.server.ts'

import { parseTitle } from './item-fields.ts'
import { itemNotFound } from './item-not-found.ts'
import { itemSubject } from './item-subject.ts'

/** Gives an item another title, by which it is found from now on. @throws {FieldErrors} title. @throws {AppError} not-found. */
export async function renameItem(ctx: Ctx, input: { id: string; title: string }): Promise<void> {
  requireActor(ctx)
  const title = parseTitle(input.title)
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .selectFrom('knowledge_item')
      .select(['language', 'revision'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    await ctx.db
      .updateTable('knowledge_item')
      .set({ ...(await titleColumns(title, item.language ?? 'en')), updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .execute()
    await recordChange(ctx, { what: 'knowledge.renamed', subject: itemSubject({ id: input.id, title }) })
    if (item.revision === null) return
    const revision = await nextRevision(ctx)
    await ctx.db.updateTable('knowledge_item').set({ revision }).where('id', '=', input.id).execute()
  })
}
