import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import type { MeetingType } from '../types/meeting-type.ts'
import { claimSlot } from './claim-slot.server.ts'
import { findFreeTimes } from './find-free-times.server.ts'
import { blockedBy } from './free-times.ts'

export type Wanted = { type: MeetingType; start: number; holder: string }

/** Holds a time for five minutes with a member who is free then; null if nobody is. Ends what the holder held before. */
export async function holdSlot(ctx: Ctx, { type, start, holder }: Wanted): Promise<string | null> {
  const blocked = blockedBy(type, start)
  for (const memberId of await membersInTurn(ctx, { type, start, holder })) {
    // A transaction for each: whoever holds slices of one member must not wait for those of another.
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

/** The free members, first whoever has the fewest meetings ahead. */
export async function membersInTurn(ctx: Ctx, { type, start, holder }: Wanted): Promise<string[]> {
  const range = { from: start, to: start + 1 }
  const times = await findFreeTimes(ctx, { type, range, holder })
  const free = [...times].filter(([, starts]) => starts.includes(start)).map(([member]) => member)
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

/** Not what a booking has taken, whose id its guest could send as that of a hold. */
async function releaseHold(ctx: Ctx, holder: string): Promise<void> {
  await ctx.db.deleteFrom('slot_claim').where('holder', '=', holder).where('booking_id', 'is', null).execute()
}
