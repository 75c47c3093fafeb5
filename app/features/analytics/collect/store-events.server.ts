import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { addToRollups, chunksOf, ROWS_A_STATEMENT } from '../rollups/add-to-rollups.server.ts'
import { addToDrafts } from '../rollups/add-to-drafts.server.ts'
import { lockRollups } from '../rollups/lock-rollups.server.ts'
import type { StoredEvent } from '../rollups/dimensions.ts'

/** Stores events and counts them, as one: roll-ups are never another number than the events. */
export async function storeEvents(
  ctx: Ctx,
  events: readonly (StoredEvent & { id?: string })[],
  refused?: ReadonlyMap<string, number>,
): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await lockRollups(ctx)
    const stored = events.map((event) => ({ id: newId(), ...event }))
    for (const some of chunksOf(stored, ROWS_A_STATEMENT))
      await ctx.db.insertInto('event').values(some).execute()
    await addToRollups(ctx, stored, { refused })
    await addToDrafts(ctx, stored)
  })
}
