import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import type { MeetingType } from '../types/meeting-type.ts'
import { askCalendarsNow } from '../calendars/online/ask-calendars-now.server.ts'
import { claimSlot } from './claim-slot.server.ts'
import { findFreeTimes } from './find-free-times.server.ts'
import { blockedBy } from './free-times.ts'

export type Wanted = { type: MeetingType; start: number; holder: string }

/** Holds a time for five minutes with a free member; null if nobody is free. Ends the holder's previous hold. */
export async function holdSlot(ctx: Ctx, { type, start, holder }: Wanted): Promise<string | null> {
  const blocked = blockedBy(type, start)
  for (const memberId of await membersInTurn(ctx, { type, start, holder })) {
    // One transaction per member, because holding slices of one member while waiting for another's could deadlock.
    const isHeld = await withTransaction(ctx, async (ctx) => {
      await releaseHold(ctx, holder)
      const isTaken = await claimSlot(ctx, { memberId, blocked, holder, bookingId: null })
      if (!isTaken) await releaseHold(ctx, holder)
      return isTaken
    })
    if (isHeld) return memberId
  }
  return null
}

/** Returns the free members, those with the fewest meetings ahead first. */
export async function membersInTurn(ctx: Ctx, { type, start, holder }: Wanted): Promise<string[]> {
  const free = await whoIsFree(ctx, { type, start, holder })
  // Their calendars may have changed since they were last read.
  return (await askCalendarsNow(ctx, free, blockedBy(type, start)))
    ? inTurn(ctx, await whoIsFree(ctx, { type, start, holder }))
    : inTurn(ctx, free)
}

async function whoIsFree(ctx: Ctx, { type, start, holder }: Wanted): Promise<string[]> {
  const range = { from: start, to: start + 1 }
  const times = await findFreeTimes(ctx, { type, range, holder })
  return [...times].filter(([, starts]) => starts.includes(start)).map(([member]) => member)
}

async function inTurn(ctx: Ctx, free: string[]): Promise<string[]> {
  if (free.length < 2) return free
  const rows = await ctx.db
    .selectFrom('booking')
    .select((select) => ['member_id', select.fn.countAll<number>().as('count')])
    .where('member_id', 'in', free)
    .where('state', '=', 'booked')
    .where('starts_at', '>', ctx.clock.now())
    .groupBy('member_id')
    .execute()
  const ahead = new Map(rows.map(({ member_id, count }) => [member_id, count]))
  const countOf = (member: string) => (ahead.has(member) ? Number(ahead.get(member)) : 0)
  return free.toSorted((one, other) => countOf(one) - countOf(other) || one.localeCompare(other))
}

/** Keeps slices of bookings, because a guest could send a booking's id as the id of a hold. */
async function releaseHold(ctx: Ctx, holder: string): Promise<void> {
  await ctx.db.deleteFrom('slot_claim').where('holder', '=', holder).where('booking_id', 'is', null).execute()
}
