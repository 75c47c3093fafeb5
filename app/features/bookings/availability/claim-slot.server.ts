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
  /** Null for a hold, which ends by itself. */
  bookingId: string | null
}

/**
 * Takes the slices of a slot, whose key lets nobody else have them (docs/decisions/0080). Slices of ended holds and of the same holder
 * are taken over. False if any belongs to somebody else; then the caller undoes those that were taken.
 */
export async function claimSlot(ctx: Ctx, { memberId, blocked, holder, bookingId }: Claim): Promise<boolean> {
  const now = ctx.clock.now()
  const slices = slicesOf(blocked)
  const expiresAt = bookingId === null ? now + HOLD_FOR : null
  const taken = await ctx.db
    .insertInto('slot_claim')
    // Ascending, so that two who want the same slices never wait for each other.
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

/** Gives back what a booking had taken, but for a slot that it keeps. */
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

function slicesOf({ from, to }: Interval): number[] {
  const first = Math.floor(from / SLICE)
  return Array.from({ length: Math.ceil(to / SLICE) - first }, (_, n) => first + n)
}
