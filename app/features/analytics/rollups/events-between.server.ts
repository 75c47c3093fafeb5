import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

/** The last event that was read. */
export type Cursor = { at: number; id: string }

/** Returns the next events of a period in order; the order decides which keys of a full day are kept. */
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

/** Yields all events of a period in batches and lets other requests run between them. */
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
