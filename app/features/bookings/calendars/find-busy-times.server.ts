import { sql } from 'kysely'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Interval } from '../availability/open-intervals.ts'
import { bookingSettings } from '../booking-settings.server.ts'

export type BusyTimes = { of: ReadonlyMap<string, Interval[]>; closed: ReadonlySet<string> }

/** Returns members' busy times. If a calendar was not read for too long, the settings say whether its member is busy or free. */
export async function findBusyTimes(
  ctx: Pick<Ctx, 'db' | 'clock' | 'state'>,
  members: readonly string[],
  range: Interval,
): Promise<BusyTimes> {
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'member_id', 'good_at', 'created_at'])
    .where('member_id', 'in', members)
    .execute()
  if (feeds.length === 0) return { of: new Map(), closed: new Set() }
  const { calendarGoodFor, afterwards } = await bookingSettings.read(ctx)
  const oldest = ctx.clock.now() - calendarGoodFor * HOUR
  const isOut = (feed: (typeof feeds)[number]) => (feed.good_at ?? feed.created_at) < oldest
  const out = feeds.filter(isOut)
  const heard = feeds.filter((feed) => !isOut(feed))
  const memberOf = new Map(heard.map(({ id, member_id }) => [id, member_id]))
  const closed = new Set(afterwards === 'closed' ? out.map(({ member_id }) => member_id) : [])
  const times = new Map<string, Interval[]>(members.map((member) => [member, []]))
  for (const [id, busy] of await readBusy(ctx, heard)) {
    const member = memberOf.get(id)
    const before = member === undefined ? undefined : times.get(member)
    if (member !== undefined && before) times.set(member, [...before, ...within(busy, range)])
  }
  return { of: times, closed }
}

type HeardFeed = { id: string; good_at: number | null }

type Known = { goodAt: number | null; busy: readonly Interval[] }

/** Calendars with more intervals are not cached, to limit memory. */
const MOST_KEPT = 5000

const createMemory = () => new Map<string, Known>()

/** Returns the busy times of each feed, sorted. They are cached until any instance reads the calendar again. */
async function readBusy(
  ctx: Pick<Ctx, 'db' | 'state'>,
  feeds: readonly HeardFeed[],
): Promise<ReadonlyMap<string, readonly Interval[]>> {
  const memory = ctx.state.of(createMemory)
  const found = new Map<string, readonly Interval[]>()
  const asked: HeardFeed[] = []
  for (const feed of feeds) {
    const known = memory.get(feed.id)
    if (known && known.goodAt === feed.good_at) found.set(feed.id, known.busy)
    else asked.push(feed)
  }
  if (asked.length === 0) return found
  const read = await readTexts(
    ctx,
    asked.map(({ id }) => id),
  )
  for (const { id, good_at } of asked) {
    const busy = read.get(id)
    if (busy) found.set(id, busy)
    if (busy === undefined || busy.length <= MOST_KEPT)
      memory.set(id, { goodAt: good_at, busy: busy ?? none })
  }
  return found
}

const none: readonly Interval[] = []

/** Drops the cache entry of a calendar that this instance has read again or removed. */
export function forgetBusy(ctx: Pick<Ctx, 'state'>, feedId: string): void {
  ctx.state.of(createMemory).delete(feedId)
}

/** Reads one text per calendar, because transferring thousands of rows takes longer than finding them. */
async function readTexts(ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Map<string, Interval[]>> {
  const rows = await ctx.db
    .selectFrom('busy_time')
    .select('feed_id')
    .select(sql<string>`string_agg(cast(from_at as text) || ',' || cast(to_at as text), ',')`.as('busy'))
    .where('feed_id', 'in', ids)
    .groupBy('feed_id')
    .execute()
  return new Map(rows.map(({ feed_id, busy }) => [feed_id, readIntervals(busy)]))
}

/** Reads pairs of start and end. */
function readIntervals(pairs: string): Interval[] {
  const numbers = JSON.parse(`[${pairs}]`) as number[]
  const intervals: Interval[] = []
  for (let n = 1; n < numbers.length; n += 2) {
    const [from, to] = [numbers[n - 1], numbers[n]]
    if (from !== undefined && to !== undefined) intervals.push({ from, to })
  }
  return intervals.toSorted((one, other) => one.from - other.from)
}

/** Returns those of sorted, disjoint intervals that overlap a range. */
function within(sorted: readonly Interval[], { from, to }: Interval): readonly Interval[] {
  const first = sorted.findIndex((each) => each.to > from)
  if (first === -1) return none
  const after = sorted.findIndex((each) => each.from >= to)
  return sorted.slice(first, after === -1 ? undefined : after)
}
