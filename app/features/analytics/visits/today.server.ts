import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { eventsBetween } from '../rollups/events-between.server.ts'

import { createDayBuilder, type DayBuilder } from './build-day.ts'
import { type SortedDay, sortOrigins } from './sorted-day.ts'

/** Events are stored some moments after they happened, and inquiries are dated to the start of their minute. */
const LATE = 2 * MINUTE

type Live = {
  day: string
  timeZone: string
  builder: DayBuilder
  events: number
  last: number
  recent: Map<string, number>
  visits: SortedDay | null
}

type Held = { live: Live | null; reading: Promise<SortedDay> | null }

const createHeld = (): Held => ({ live: null, reading: null })

/** Returns today's visits. Keeps what was read before and reads only newer events. */
export async function readToday(ctx: Ctx, day: string, timeZone: string): Promise<SortedDay> {
  const held = ctx.state.of(createHeld)
  held.reading ??= catchUp(ctx, held, { day, timeZone }).finally(() => {
    held.reading = null
  })
  return held.reading
}

async function catchUp(ctx: Ctx, held: Held, of: { day: string; timeZone: string }): Promise<SortedDay> {
  const { live } = held
  const isSame = live?.day === of.day && live.timeZone === of.timeZone
  const known = isSame ? await readNew(ctx, live) : null
  if (known) return known
  const anew = begin(of)
  held.live = anew
  return (await readNew(ctx, anew)) ?? visitsOf(anew)
}

function begin({ day, timeZone }: { day: string; timeZone: string }): Live {
  const start = startOfDay(day, timeZone)
  const builder = createDayBuilder(start)
  return { day, timeZone, builder, events: 0, last: start, recent: new Map(), visits: null }
}

/** Returns null if the number of events does not match, because some came late or were deleted. */
async function readNew(ctx: Ctx, live: Live): Promise<SortedDay | null> {
  const [start, end] = [startOfDay(live.day, live.timeZone), endOfDay(live.day, live.timeZone)]
  for await (const some of eventsBetween(ctx, Math.max(start, live.last - LATE), end)) {
    const fresh = some.filter(({ id }) => !live.recent.has(id))
    if (fresh.length === 0) continue
    live.builder.add(fresh)
    live.events += fresh.length
    live.visits = null
    for (const { id, at } of fresh) {
      live.recent.set(id, at)
      live.last = Math.max(live.last, at)
    }
  }
  const settled = live.last - LATE
  for (const [id, at] of live.recent) if (at < settled) live.recent.delete(id)
  const row = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('at', '>=', start)
    .where('at', '<', settled)
    .executeTakeFirstOrThrow()
  return row.n === live.events - live.recent.size ? visitsOf(live) : null
}

function visitsOf(live: Live): SortedDay {
  return (live.visits ??= sortOrigins(live.builder.build()))
}
