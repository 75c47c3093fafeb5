import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Interval } from '../availability/open-intervals.ts'
import { bookingSettings } from '../booking-settings.server.ts'

import { readBusy, within } from './busy-memory.server.ts'

export type BusyTimes = { of: ReadonlyMap<string, Interval[]>; closed: ReadonlySet<string> }

/** Returns members' busy times. After too long without a read, a calendar closes its member or is ignored, as the settings say. */
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
