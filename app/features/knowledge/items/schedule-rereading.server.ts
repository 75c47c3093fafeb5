import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { itemNotFound } from './item-not-found.ts'
import { itemSubject } from './item-subject.ts'
import { rereadIntervals } from './reread-interval.ts'

const schema = z.object({ id: z.string(), every: z.enum(['', ...rereadIntervals]) })

/**
 * Has a page read again by itself, every day or week, or no more by an empty interval.
 * @throws {AppError} not-found where there is no such page, invalid for another interval.
 */
export async function scheduleRereading(ctx: Ctx, input: { id: string; every: string }): Promise<void> {
  requireActor(ctx)
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
