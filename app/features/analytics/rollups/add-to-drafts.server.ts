import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable, RecountTable } from '#app/platform/db/schema/analytics.ts'

import { addToRollups } from './add-to-rollups.server.ts'

/** Counts events that come for a day which is being recounted, where the recount has passed their place already. */
export async function addToDrafts(ctx: Ctx, events: readonly EventTable[]): Promise<void> {
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

/** In the order of `eventsBetween`; both engines sort UUIDs as JavaScript does. */
function isPassed({ at, id }: EventTable, { after_at, after_id }: RecountTable): boolean {
  return at < after_at || (at === after_at && id <= after_id)
}
