import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { itemNotFound } from './item-not-found.ts'
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
  const changed = await ctx.db
    .updateTable('knowledge_item')
    .set({ reread_every: every === '' ? null : every, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('kind', '=', 'url')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw itemNotFound()
}
