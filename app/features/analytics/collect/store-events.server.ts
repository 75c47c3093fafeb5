import { dayOf, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable, RecountTable } from '#app/platform/db/schema/analytics.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { addToRollups, chunksOf, lockRollups, ROWS_A_STATEMENT } from '../rollups/add-to-rollups.server.ts'
import type { StoredEvent } from '../rollups/dimensions.ts'

/** Stores events and adds them to the sums in one transaction, so that the two always agree. */
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
    await dropPacked(ctx, stored)
  })
}

/** Deletes the packed visits of past days with late events, so that they are packed again. */
async function dropPacked(ctx: Ctx, events: readonly StoredEvent[]): Promise<void> {
  const { timeZone } = await ctx.site(ctx)
  const start = startOfDay(dayOf(ctx.clock.now(), timeZone), timeZone)
  const late = events.filter(({ at }) => at < start)
  if (late.length === 0) return
  const days = [...new Set(late.map(({ at }) => dayOf(at, timeZone)))]
  await ctx.db.deleteFrom('day_visits').where('day', 'in', days).execute()
}

/** Adds new events to the drafts of days being recounted, if the recount has already passed their place. */
async function addToDrafts(ctx: Ctx, events: readonly EventTable[]): Promise<void> {
  const recounts = await ctx.db.selectFrom('recount').selectAll().where('draft', 'is not', null).execute()
  if (recounts.length === 0) return
  const { timeZone } = await ctx.site(ctx)
  for (const recount of recounts) {
    const passed = events.filter(
      (event) => dayOf(event.at, timeZone) === recount.day && isPassed(event, recount),
    )
    if (passed.length > 0) await addToRollups(ctx, passed, { draft: recount.day })
  }
}

/** Uses the order of `eventsBetween`; both engines sort UUIDs as JavaScript does. */
function isPassed({ at, id }: EventTable, { after_at, after_id }: RecountTable): boolean {
  return at < after_at || (at === after_at && id <= after_id)
}
