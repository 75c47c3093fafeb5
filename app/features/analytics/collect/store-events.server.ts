import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { addToRollups, chunksOf, ROWS_A_STATEMENT } from '../rollups/add-to-rollups.server.ts'
import type { StoredEvent } from '../rollups/dimensions.ts'

/** One writer at a time over all processes, so that a day's bound of keys holds. */
export const ANALYTICS_LOCK = 'analytics'

/** Stores events and counts them, as one: roll-ups are never another number than the events. */
export async function storeEvents(
  ctx: Ctx,
  events: readonly (StoredEvent & { id?: string })[],
  refused?: ReadonlyMap<string, number>,
): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, ANALYTICS_LOCK)
    for (const some of chunksOf(events, ROWS_A_STATEMENT))
      await ctx.db
        .insertInto('event')
        .values(some.map((event) => ({ id: newId(), ...event })))
        .execute()
    await addToRollups(ctx, events, refused)
  })
}
