import { assertDefined } from '#app/lib/assert-defined.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { MeetingType } from '../types/meeting-type.ts'
import { LONGEST_DAY } from './find-free-times.server.ts'
import { findHours } from './member-hours.server.ts'

type Placed = { type: MeetingType; memberId: string; start: number; bookingId: string }

/**
 * Returns whether the member's day has room for this booking. Call it in the transaction that books or moves: others
 * wait for its commit, so that two at once cannot exceed the maximum.
 */
export async function hasRoom(ctx: Ctx, { type, memberId, start, bookingId }: Placed): Promise<boolean> {
  if (type.dailyMaximum === null) return true
  const hours = await findHours(ctx, [memberId])
  const { timeZone } = assertDefined(hours.get(memberId), 'hours have defaults')
  const day = dayOf(start, timeZone)
  await ctx.engine.lockUntilCommit(ctx.db, `day ${memberId} ${type.id} ${day}`)
  const others = await ctx.db
    .selectFrom('booking')
    .select('starts_at')
    .where('member_id', '=', memberId)
    .where('type_id', '=', type.id)
    .where('state', '=', 'booked')
    .where('id', '<>', bookingId)
    .where('starts_at', '>', start - LONGEST_DAY)
    .where('starts_at', '<', start + LONGEST_DAY)
    .execute()
  return others.filter(({ starts_at }) => dayOf(starts_at, timeZone) === day).length < type.dailyMaximum
}
