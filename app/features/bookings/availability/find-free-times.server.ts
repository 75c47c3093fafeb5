import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { MeetingType } from '../types/meeting-type.ts'
import { findBusyTimes } from '../calendars/find-busy-times.server.ts'
import { claimedTime, SLICE } from './claim-slot.server.ts'
import { freeTimes } from './free-times.ts'
import { findHours, toWeeklyHours } from './member-hours.server.ts'
import type { Interval } from './open-intervals.ts'

export type Asked = {
  type: MeetingType
  /** Milliseconds UTC; times outside the type's window are left out. */
  range: Interval
  /** Hold or booking to ignore, because it belongs to whoever asks. */
  holder?: string | undefined
}

const none: readonly Interval[] = []
/** A day on which clocks are set back by up to two hours. */
export const LONGEST_DAY = DAY + 2 * HOUR

type Reader = Pick<Ctx, 'db' | 'site' | 'clock' | 'state'>

/** Returns the possible start times of such a meeting, by member. */
export async function findFreeTimes(
  ctx: Reader,
  { type, range, holder }: Asked,
): Promise<Map<string, number[]>> {
  const now = ctx.clock.now()
  const from = Math.max(range.from, now)
  const to = Math.min(range.to, now + type.windowDays * DAY)
  const members = await findMembersOf(ctx, type)
  if (members.length === 0 || to <= from) return new Map()
  const { closedOn } = (await ctx.site(ctx)).businessHours
  const around = { from: from - LONGEST_DAY, to: to + LONGEST_DAY }
  const [hours, bookings, held, calendars] = await Promise.all([
    findHours(ctx, members),
    findBookings(ctx, { members, around, holder }),
    findHeld(ctx, { members, around, holder }),
    findBusyTimes(ctx, members, around),
  ])
  return new Map(
    members.map((member) => {
      const theirs = bookings.filter(({ member_id }) => member_id === member)
      const busy = [
        ...(calendars.of.get(member) ?? none),
        ...theirs.map(({ blocked_from, blocked_to }) => claimedTime({ from: blocked_from, to: blocked_to })),
        ...held.filter(({ member_id }) => member_id === member).map(({ slice }) => sliceTime(slice)),
      ]
      const booked = theirs.filter(({ type_id }) => type_id === type.id).map(({ starts_at }) => starts_at)
      const typed = hours.get(member)
      const times =
        typed && !calendars.closed.has(member)
          ? freeTimes(type, { hours: toWeeklyHours(typed, closedOn), busy, booked }, { from, to, now })
          : []
      return [member, times]
    }),
  )
}

export async function listFreeTimes(ctx: Reader, asked: Asked): Promise<number[]> {
  const times = new Set([...(await findFreeTimes(ctx, asked)).values()].flat())
  return [...times].toSorted((one, other) => one - other)
}

/** Returns the members of a type who are still in the team or, if none is left, the first owner. */
export async function findMembersOf(ctx: Reader, type: MeetingType): Promise<string[]> {
  const members = ctx.db.selectFrom('member').select('id').where('removed_at', 'is', null)
  const chosen =
    type.members.length > 0 ? await members.where('id', 'in', type.members).orderBy('id').execute() : []
  const owner = members.where('role', '=', 'owner').orderBy('created_at').orderBy('id').limit(1)
  return (chosen.length > 0 ? chosen : await owner.execute()).map(({ id }) => id)
}

/** Returns the names of the members who may hold such a meeting. Members without a name are left out. */
export async function findHosts(ctx: Reader, type: MeetingType): Promise<string[]> {
  const ids = await findMembersOf(ctx, type)
  if (ids.length === 0) return []
  const rows = await ctx.db.selectFrom('member').select('name').where('id', 'in', ids).execute()
  return rows.flatMap(({ name }) => name || []).toSorted()
}

type Within = { members: readonly string[]; around: Interval; holder: string | undefined }

async function findBookings(ctx: Reader, { members, around, holder }: Within) {
  const rows = await ctx.db
    .selectFrom('booking')
    .select(['id', 'member_id', 'type_id', 'starts_at', 'blocked_from', 'blocked_to'])
    .where('member_id', 'in', members)
    .where('state', '=', 'booked')
    .where('starts_at', '>', around.from)
    .where('starts_at', '<', around.to)
    .execute()
  return rows.filter(({ id }) => id !== holder)
}

async function findHeld(ctx: Reader, { members, around, holder }: Within) {
  const rows = await ctx.db
    .selectFrom('slot_claim')
    .select(['member_id', 'slice', 'holder'])
    .where('expires_at', '>', ctx.clock.now())
    .where('member_id', 'in', members)
    .where('slice', '>=', Math.floor(around.from / SLICE))
    .where('slice', '<=', Math.floor(around.to / SLICE))
    .execute()
  return rows.filter((row) => row.holder !== holder)
}

function sliceTime(slice: number): Interval {
  return { from: slice * SLICE, to: (slice + 1) * SLICE }
}
