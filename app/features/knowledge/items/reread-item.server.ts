import { z } from 'zod'

import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { queueReading } from '../reading/read-item.job.server.ts'

import { itemNotFound, itemSubject, rereadIntervals } from './knowledge-item.ts'

const { errors } = knowledgeMessages[defaultLocale]

/** Queues an item for reading; its former passages stay until it is read. */
export async function rereadItem(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .selectFrom('knowledge_item')
      .select(['id', 'kind', 'title'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    if (item.kind === 'site') throw new AppError('conflict', errors.siteItem)
    await queueReading(ctx, id)
    await recordChange(ctx, { what: 'knowledge.reread', subject: itemSubject(item) })
  })
}

const schema = z.object({ id: z.string(), every: z.enum(['', ...rereadIntervals]) })

/** Sets how often a page is read again; an empty interval means never. */
export async function scheduleRereading(ctx: Ctx, input: { id: string; every: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new AppError('invalid', 'Please choose one of the intervals.')
  const { id, every } = parsed.data
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('knowledge_item')
      .set({ reread_every: every === '' ? null : every, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('kind', '=', 'url')
      .returning(['id', 'title'])
      .executeTakeFirst()
    if (!changed) throw itemNotFound()
    await recordChange(ctx, { what: 'knowledge.rereading_planned', subject: itemSubject(changed) })
  })
}
