import { sql } from 'kysely'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Interval } from '../availability/open-intervals.ts'
import { bookingSettings } from '../booking-settings.server.ts'

export type BusyTimes = { of: ReadonlyMap<string, Interval[]>; closed: ReadonlySet<string> }

/** What calendars say of members. One that fails for too long closes its member, or says nothing any more: as the owner chose. */
export async function findBusyTimes(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  members: readonly string[],
  { from, to }: Interval,
): Promise<BusyTimes> {
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'member_id', 'good_at', 'created_at', 'error'])
    .where('member_id', 'in', members)
    .execute()
  if (feeds.length === 0) return { of: new Map(), closed: new Set() }
  const { calendarGoodFor, afterwards } = await bookingSettings.read(ctx)
  const oldest = ctx.clock.now() - calendarGoodFor * HOUR
  const isOut = (feed: (typeof feeds)[number]) =>
    feed.error !== null && (feed.good_at ?? feed.created_at) < oldest
  const out = feeds.filter(isOut)
  const heard = new Map(feeds.filter((feed) => !isOut(feed)).map(({ id, member_id }) => [id, member_id]))
  const closed = new Set(afterwards === 'closed' ? out.map(({ member_id }) => member_id) : [])
  const times = new Map<string, Interval[]>(members.map((member) => [member, []]))
  if (heard.size === 0) return { of: times, closed }
  // One text a calendar, because thousands of rows take longer to hand over than to find.
  const texts = await ctx.db
    .selectFrom('busy_time')
    .select('feed_id')
    .select(sql<string>`string_agg(cast(from_at as text) || ',' || cast(to_at as text), ',')`.as('busy'))
    .where('feed_id', 'in', [...heard.keys()])
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .groupBy('feed_id')
    .execute()
  for (const { feed_id, busy } of texts) {
    const member = heard.get(feed_id)
    const theirs = member === undefined ? undefined : times.get(member)
    if (theirs) for (const each of readIntervals(busy)) theirs.push(each)
  }
  return { of: times, closed }
}

/** Of pairs of numbers: when each begins and ends. */
function* readIntervals(pairs: string): Generator<Interval> {
  const numbers = JSON.parse(`[${pairs}]`) as number[]
  for (let n = 1; n < numbers.length; n += 2) {
    const [from, to] = [numbers[n - 1], numbers[n]]
    if (from !== undefined && to !== undefined) yield { from, to }
  }
}
