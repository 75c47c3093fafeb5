import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { nextRevision } from '../search/next-revision.server.ts'

import { itemNotFound } from './item-not-found.ts'

/**
 * Deletes an item with its original and passages, for good: the next question finds nothing of it, on any instance.
 * @throws {AppError} not-found, conflict for the site's own.
 */
export async function deleteItem(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('knowledge_item')
      .where('id', '=', id)
      .returning(['kind', 'title'])
      .executeTakeFirst()
    if (!gone) throw itemNotFound()
    if (gone.kind === 'site') throw new AppError('conflict', knowledgeMessages[defaultLocale].errors.siteItem)
    await nextRevision(ctx)
    await recordChange(ctx, { what: 'knowledge.deleted', subject: { id, title: gone.title } })
  })
}
