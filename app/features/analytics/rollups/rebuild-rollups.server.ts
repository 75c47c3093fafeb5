import { addDays, listDays } from '#app/lib/days.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { ANALYTICS_LOCK } from '../collect/store-events.server.ts'

import { addToRollups } from './add-to-rollups.server.ts'
import type { StoredEvent } from './dimensions.ts'

const EVENTS_AT_ONCE = 2000

/**
 * `npm run analytics:rebuild`: counts every stored event anew, a day at a time, and returns the lines to print. Days
 * whose events are no longer kept stay as they were counted, and so does what was left out.
 */
export async function rebuildRollups(ctx: Ctx): Promise<string[]> {
  const { timeZone } = await ctx.site(ctx)
  const first = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.min<number | null>('at').as('at'))
    .executeTakeFirst()
  if (first?.at === null || first?.at === undefined) return ['There are no events to count.']
  const today = dayOf(ctx.clock.now(), timeZone)
  const days = listDays(dayOf(first.at, timeZone), addDays(today, 1))
  let counted = 0
  for (const day of days) counted += await rebuildDay(ctx, day, timeZone, today)
  return [`Counted ${counted} events of ${days.length - 1} days anew.`]
}

/** Of each day in one transaction, so that nobody sees half of it. */
async function rebuildDay(ctx: Ctx, day: string, timeZone: string, today: string): Promise<number> {
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, ANALYTICS_LOCK)
    await ctx.db.deleteFrom('roll_day').where('day', '=', day).where('dimension', '!=', 'refused').execute()
    await ctx.db.deleteFrom('roll_hour').where('hour', '>=', start).where('hour', '<', end).execute()
    await ctx.db.deleteFrom('seen').where('day', '=', day).execute()
    let counted = 0
    for await (const events of eventsBetween(ctx, start, end)) {
      await addToRollups(ctx, events)
      counted += events.length
    }
    if (day < addDays(today, -1)) await ctx.db.deleteFrom('seen').where('day', '=', day).execute()
    return counted
  })
}

/** In the order in which they came, for that decides which keys a full day keeps apart. */
async function* eventsBetween(ctx: Ctx, start: number, end: number): AsyncGenerator<StoredEvent[]> {
  let after = { at: start, id: '' }
  for (;;) {
    const { at, id } = after
    const events = await ctx.db
      .selectFrom('event')
      .selectAll()
      .where('at', '>=', at)
      .where('at', '<', end)
      .where((where) => where.or([where('at', '>', at), where('id', '>', id)]))
      .orderBy('at')
      .orderBy('id')
      .limit(EVENTS_AT_ONCE)
      .execute()
    const last = events.at(-1)
    if (!last) return
    yield events
    after = last
  }
}
