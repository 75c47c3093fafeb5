import { findHours } from '#app/features/bookings/availability/member-hours.server.ts'
import { findBooking } from '#app/features/bookings/booking-records.server.ts'
import { describeMeeting, shortMeeting } from '#app/features/bookings/meeting-time.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Described, Subject } from './described.ts'

/** The subject is `id:sequence[:declinedAt]`. Returns null once a newer notice supersedes it. */
export async function describeBooking(ctx: Ctx, { subject, memberId }: Subject): Promise<Described | null> {
  const [id = '', sequence, declinedAt] = subject.split(':')
  const stored = await ctx.db.selectFrom('booking').select('sequence').where('id', '=', id).executeTakeFirst()
  if (stored?.sequence !== Number(sequence)) return null
  const booking = await findBooking(ctx, id)
  const isDeclined = booking.answer === 'declined' && booking.answered_at === Number(declinedAt)
  if (declinedAt !== undefined && !isDeclined) return null
  const hours = await findHours(ctx, [memberId])
  const timeZone = hours.get(memberId)?.timeZone ?? booking.time_zone
  const happened = isDeclined ? 'Declined' : whatHappened(booking)
  const what = booking.member_id === memberId ? happened : 'Assigned to somebody else'
  return {
    title: `${what}: ${booking.typeName} with ${booking.name}, ${shortMeeting(booking.starts_at, timeZone)}`,
    text: `${describeMeeting(booking.starts_at, booking.ends_at, timeZone)}\n${booking.email}\n\n${booking.message}`,
    path: `/admin/bookings/${id}`,
    about: `lead:${booking.lead_id}`,
    replyTo: booking.email,
  }
}

function whatHappened({ state, sequence }: { state: string; sequence: number }): string {
  if (state === 'cancelled') return 'Cancelled'
  return sequence === 0 ? 'Booked' : 'Moved'
}
