import { randomInt } from 'node:crypto'

import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { lockRollups } from '../rollups/add-to-rollups.server.ts'
import { eventsBetween } from '../rollups/events-between.server.ts'

import { createDayBuilder } from './build-day.ts'
import { packDay, sizeOfDay, unpackDay } from './day-visits.ts'
import { type SortedDay, sortOrigins } from './sorted-day.ts'
import { readToday } from './today.server.ts'

/** Limit of cached days; a packed year of 500,000 visits is 20 MB. */
const MOST_BYTES = 24 * 1024 * 1024
const MOST_VERSION = 2 ** 47

type Kept = { version: number; bytes: number; day: SortedDay }

const createKept = () => ({ days: new Map<string, Kept>(), bytes: 0 })

/**
 * Yields the visits of each day that has any, oldest first; null for a day whose events were deleted. Finished days are
 * packed once and stored; today is read from the events.
 */
export async function* readDays(
  ctx: Ctx,
  { from, to }: { from: string; to: string },
): AsyncGenerator<[string, SortedDay | null]> {
  const { timeZone } = await ctx.site(ctx)
  const today = dayOf(ctx.clock.now(), timeZone)
  const counted = await ctx.db
    .selectFrom('roll_day')
    .select('day')
    .where('dimension', '=', 'kind')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .orderBy('day')
    .execute()
  const packed = await listPacked(ctx, { from, to, timeZone })
  for (const { day } of counted) {
    const version = packed.get(day)
    const visits =
      day >= today
        ? await readToday(ctx, day, timeZone)
        : version === undefined
          ? await packFinishedDay(ctx, day, timeZone)
          : await readPacked(ctx, day, version)
    yield [day, visits]
  }
}

async function listPacked(ctx: Ctx, { from, to, timeZone }: { from: string; to: string; timeZone: string }) {
  const rows = await ctx.db
    .selectFrom('day_visits')
    .select(['day', 'version'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('zone', '=', timeZone)
    .execute()
  return new Map(rows.map(({ day, version }) => [day, version]))
}

async function readPacked(ctx: Ctx, day: string, version: number): Promise<SortedDay | null> {
  const known = ctx.state.of(createKept).days.get(day)
  if (known?.version === version) {
    keep(ctx, day, known)
    return known.day
  }
  const row = await ctx.db
    .selectFrom('day_visits')
    .select('bytes')
    .where('day', '=', day)
    .where('version', '=', version)
    .executeTakeFirst()
  // Another process has packed the day again since, and deleted this version.
  if (!row) return null
  return keep(ctx, day, { version, ...measured(sortOrigins(unpackDay(row.bytes))) })
}

function measured(day: SortedDay): Omit<Kept, 'version'> {
  return { day, bytes: sizeOfDay(day) }
}

/** Marks a day as most recently used and evicts the least recently used ones. */
function keep(ctx: Ctx, day: string, kept: Kept): SortedDay {
  const state = ctx.state.of(createKept)
  const before = state.days.get(day)
  if (before) state.bytes -= before.bytes
  state.days.delete(day)
  state.days.set(day, kept)
  state.bytes += kept.bytes
  for (const [oldest, { bytes }] of state.days) {
    if (state.bytes <= MOST_BYTES || oldest === day) break
    state.days.delete(oldest)
    state.bytes -= bytes
  }
  return kept.day
}

/** Packs a finished day; returns null if its events are gone. */
export async function packFinishedDay(ctx: Ctx, day: string, timeZone: string): Promise<SortedDay | null> {
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  const builder = createDayBuilder(start)
  let events = 0
  for await (const some of eventsBetween(ctx, start, end)) {
    builder.add(some)
    events += some.length
  }
  if (events === 0) return null
  const visits = builder.build()
  const version = randomInt(MOST_VERSION)
  const row = { day, zone: timeZone, events, version, bytes: packDay(visits) }
  const isStored = await withTransaction(ctx, async (ctx) => {
    // Events are stored under this lock, so none can be added between the count and the insert.
    await lockRollups(ctx)
    if ((await countEvents(ctx, start, end)) !== events) return false
    const { day: _key, ...values } = row
    await ctx.db
      .insertInto('day_visits')
      .values(row)
      .onConflict((conflict) => conflict.column('day').doUpdateSet(values))
      .execute()
    return true
  })
  const sorted = sortOrigins(visits)
  return isStored ? keep(ctx, day, { version, ...measured(sorted) }) : sorted
}

async function countEvents(ctx: Ctx, start: number, end: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('at', '>=', start)
    .where('at', '<', end)
    .executeTakeFirstOrThrow()
  return row.n
}
