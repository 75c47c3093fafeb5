import { recordLeadEvent } from '#app/features/leads/record-lead-event.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { announceBooking } from './announce-booking.server.ts'
import { claimSlot, releaseBooking } from './availability/claim-slot.server.ts'
import { blockedBy } from './availability/free-times.ts'
import { hasRoom } from './availability/has-room.server.ts'
import { membersInTurn } from './availability/hold-slot.server.ts'
import { type BookingRecord, findBooking, readBookingToken } from './booking-records.server.ts'
import { describeMeeting } from './meeting-time.ts'
import { bookingsTexts } from './messages.ts'

/** Moves a booking by the link in a mail. @throws {AppError} conflict if the time is taken or the meeting is over. */
export async function moveByLink(
  ctx: Ctx,
  { token, start }: { token: string; start: number },
): Promise<void> {
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const booking = await findBooking(ctx, readBookingToken(ctx, token, errors.linkInvalid))
  await move(ctx, booking, { start, errors })
}

/** Cancels a booking by the link in a mail; a repeated request succeeds too. */
export async function cancelByLink(ctx: Ctx, token: string): Promise<void> {
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const id = readBookingToken(ctx, token, errors.linkInvalid)
  const booking = await findBooking(ctx, id)
  try {
    await withTransaction(ctx, (ctx) => cancel(ctx, booking, errors.over))
  } catch (error) {
    if (!(error instanceof AppError) || (await findBooking(ctx, id)).state !== 'cancelled') throw error
  }
}

export async function moveBooking(ctx: Ctx, { id, start }: { id: string; start: number }): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const booking = await findBooking(ctx, id)
  await move(ctx, booking, { start, errors, record: 'booking.moved' })
}

export async function cancelBooking(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const { errors } = await wordedTexts(ctx, bookingsTexts)
  const booking = await findBooking(ctx, id)
  await withTransaction(ctx, async (ctx) => {
    await cancel(ctx, booking, errors.over)
    await recordChange(ctx, { what: 'booking.cancelled', subject: { id } })
  })
}

/** Records that the guest did not come. @throws {AppError} invalid before the meeting has begun. */
export async function markMissed(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const booking = await findBooking(ctx, id)
  await withTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const { numUpdatedRows } = await ctx.db
      .updateTable('booking')
      .set({ state: 'missed', updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'booked')
      .where('starts_at', '<=', now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new AppError('invalid', 'Only a meeting that has started can be marked as missed.')
    await note(ctx, booking, 'Nobody came')
    await recordChange(ctx, { what: 'booking.missed', subject: { id } })
  })
}

type Moving = {
  start: number
  errors: { taken: string; over: string }
  record?: 'booking.moved'
}

/** Moves the booking, preferably with the same member. */
async function move(ctx: Ctx, booking: BookingRecord, { start, errors, record }: Moving): Promise<void> {
  const { id, type, member_id, state } = booking
  if (!type || state !== 'booked') throw new AppError('conflict', errors.over)
  if (start === booking.starts_at) return
  if (await isBookedByGuest(ctx, id, start)) throw new AppError('conflict', errors.taken)
  const free = await membersInTurn(ctx, { type, start, holder: id })
  const blocked = blockedBy(type, start)
  const inTurn = free.toSorted((one, other) => Number(other === member_id) - Number(one === member_id))
  for (const memberId of inTurn) {
    const isMoved = await withTransaction(ctx, async (ctx) => {
      const claim = { memberId, blocked, holder: id, bookingId: id }
      await changeFuture(ctx, booking, {
        fields: {
          member_id: memberId,
          starts_at: start,
          ends_at: start + type.length * MINUTE,
          blocked_from: blocked.from,
          blocked_to: blocked.to,
          // The guest must answer the new invitation.
          answer: null,
          answered_at: null,
        },
        refusal: errors.over,
      })
      if (!(await hasRoom(ctx, { type, memberId, start, bookingId: id }))) throw new SlotTaken()
      if (!(await claimSlot(ctx, claim))) throw new SlotTaken()
      await releaseBooking(ctx, id, claim)
      const at = describeMeeting(start, start + type.length * MINUTE, booking.time_zone)
      await note(ctx, booking, `Moved ${booking.typeName} to ${at}`)
      await announceBooking(ctx, { bookingId: id, change: 'moved', formerMemberId: member_id })
      if (record) await recordChange(ctx, { what: record, subject: { id } })
      return true
    }).catch((error: unknown) => {
      if (error instanceof SlotTaken) return false
      throw error
    })
    if (isMoved) return
  }
  throw new AppError('conflict', errors.taken)
}

/** Returns whether the guest has another booking at this time, with any member. */
async function isBookedByGuest(ctx: Ctx, id: string, start: number): Promise<boolean> {
  const other = await ctx.db
    .selectFrom('booking as other')
    .innerJoin('booking', 'booking.guest_hash', 'other.guest_hash')
    .select('other.id')
    .where('booking.id', '=', id)
    .where('other.starts_at', '=', start)
    .where('other.state', '=', 'booked')
    .executeTakeFirst()
  return other !== undefined
}

/** Rolls back the transaction, so that the next member can be tried. */
class SlotTaken extends Error {
  override name = 'SlotTaken'
}

async function cancel(ctx: Ctx, booking: BookingRecord, refusal: string): Promise<void> {
  await changeFuture(ctx, booking, { fields: { state: 'cancelled' }, refusal })
  await releaseBooking(ctx, booking.id)
  const at = describeMeeting(booking.starts_at, booking.ends_at, booking.time_zone)
  await note(ctx, booking, `Cancelled ${booking.typeName}: ${at}`)
  await announceBooking(ctx, { bookingId: booking.id, change: 'cancelled' })
}

type Changing = {
  fields: Partial<Record<'starts_at' | 'ends_at' | 'blocked_from' | 'blocked_to', number>> & {
    member_id?: string
    state?: 'cancelled'
    answer?: null
    answered_at?: null
  }
  refusal: string
}

/** Uses the sequence as an optimistic lock: of two concurrent changes, the second throws. @throws {AppError} conflict */
async function changeFuture(ctx: Ctx, booking: BookingRecord, { fields, refusal }: Changing): Promise<void> {
  const now = ctx.clock.now()
  const { numUpdatedRows } = await ctx.db
    .updateTable('booking')
    .set({ ...fields, sequence: booking.sequence + 1, updated_at: now })
    .where('id', '=', booking.id)
    .where('state', '=', 'booked')
    .where('sequence', '=', booking.sequence)
    .where('starts_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', refusal)
}

async function note(ctx: Ctx, { lead_id }: BookingRecord, body: string): Promise<void> {
  await recordLeadEvent(ctx, { leadId: lead_id, kind: 'booking', actor: ctx.actor?.email ?? null, body })
}
