import { sql } from 'kysely'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Interval } from './open-intervals.ts'

export const SLICE = 5 * MINUTE
export const HOLD_FOR = 5 * MINUTE

export type Claim = {
  memberId: string
  blocked: Interval
  holder: string
  /** Null for a hold, which expires. */
  bookingId: string | null
}

/**
 * Claims the slices of a slot. Their primary key allows one holder for each slice (docs/decisions/0080). Takes over
 * slices of expired holds and of the same holder. Returns false if others have any; the caller must then roll back.
 */
export async function claimSlot(ctx: Ctx, { memberId, blocked, holder, bookingId }: Claim): Promise<boolean> {
  const now = ctx.clock.now()
  const slices = slicesOf(blocked)
  const expiresAt = bookingId === null ? now + HOLD_FOR : null
  const taken = await ctx.db
    .insertInto('slot_claim')
    // Ascending, so that concurrent claims of the same slices cannot deadlock.
    .values(
      slices.map((slice) => ({
        member_id: memberId,
        slice,
        holder,
        booking_id: bookingId,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'slice'])
        .doUpdateSet({ holder, booking_id: bookingId, expires_at: expiresAt })
        .where(
          sql<boolean>`slot_claim.expires_at <= ${now} or slot_claim.booking_id = ${bookingId}
            or (slot_claim.holder = ${holder} and slot_claim.booking_id is null)`,
        ),
    )
    .returning('slice')
    .execute()
  return taken.length === slices.length
}

/** Releases the slices of a booking, except those of `kept`. */
export async function releaseBooking(ctx: Ctx, bookingId: string, kept?: Claim): Promise<void> {
  const taken = await ctx.db
    .selectFrom('slot_claim')
    .select(['member_id', 'slice'])
    .where('booking_id', '=', bookingId)
    .execute()
  const slices = kept ? slicesOf(kept.blocked) : []
  for (const { member_id, slice } of taken)
    if (member_id !== kept?.memberId || !slices.includes(slice))
      await ctx.db
        .deleteFrom('slot_claim')
        .where('member_id', '=', member_id)
        .where('slice', '=', slice)
        .execute()
}

/** Returns the whole slices that a claim takes. */
export function claimedTime({ from, to }: Interval): Interval {
  return { from: Math.floor(from / SLICE) * SLICE, to: Math.ceil(to / SLICE) * SLICE }
}

function slicesOf(blocked: Interval): number[] {
  const { from, to } = claimedTime(blocked)
  return Array.from({ length: (to - from) / SLICE }, (_, n) => from / SLICE + n)
}
