import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

/** The event after which reading goes on. */
export type Cursor = { at: number; id: string }

/** The next events of a period in their order, which decides the keys that a full day keeps apart. */
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

/** All events of a period in slices, with a turn of the event loop for others between them. */
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
