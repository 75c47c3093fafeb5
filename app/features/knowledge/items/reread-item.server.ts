import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { queueReading } from '../reading/queue-reading.server.ts'

import { itemNotFound } from './item-not-found.ts'
import { itemSubject } from './item-subject.ts'

/** Reads an item again; until that is done it answers as it did. @throws {AppError} not-found, conflict for the site's own. */
export async function rereadItem(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .selectFrom('knowledge_item')
      .select(['id', 'kind', 'title'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    if (item.kind === 'site') throw new AppError('conflict', knowledgeMessages[defaultLocale].errors.siteItem)
    await queueReading(ctx, id)
    await recordChange(ctx, { what: 'knowledge.reread', subject: itemSubject(item) })
  })
}
