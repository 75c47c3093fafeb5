import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

/** Where a reading of events stands: after the one of this time and id. */
export type Cursor = { at: number; id: string }

/** The next events of a stretch of time, in the order in which they came, for that decides which keys a full day keeps apart. */
export function nextEvents(ctx: Ctx, after: Cursor, end: number, limit: number): Promise<EventTable[]> {
  return ctx.db
    .selectFrom('event')
    .selectAll()
    .where('at', '>=', after.at)
    .where('at', '<', end)
    .where((where) => where.or([where('at', '>', after.at), where('id', '>', after.id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const READ_AT_ONCE = 500

/** All of them, some at a time, with a turn of the event loop for others between. */
export async function* eventsBetween(ctx: Ctx, start: number, end: number): AsyncGenerator<EventTable[]> {
  let after: Cursor = { at: start, id: '' }
  for (;;) {
    const events = await nextEvents(ctx, after, end, READ_AT_ONCE)
    const last = events.at(-1)
    if (!last) return
    yield events
    after = last
    await yieldToOthers()
  }
}
