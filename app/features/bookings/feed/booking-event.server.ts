import type { Ctx } from '#app/platform/context.server.ts'

import { findBooking } from '../booking-records.server.ts'
import { uidOf } from '../mails/booking.email.tsx'
import { eventLines } from '../mails/invitation.ts'

type Entry = {
  id: string
  name: string
  state: string
  sequence: number
  starts_at: number
  ends_at: number
  stamp: number
}
type Meeting = { name: string; location: string }

/** Returns the calendar event for the member: the visitor's name and a link to the booking in the admin. */
export function writeBookingEvent(entry: Entry, type: Meeting | undefined, publicUrl: string): string[] {
  const lines = eventLines({
    uid: uidOf(entry.id, publicUrl),
    stamp: entry.stamp,
    from: entry.starts_at,
    to: entry.ends_at,
    summary: `${type ? type.name : 'Meeting'}: ${entry.name}`,
    location: type ? type.location : '',
    description: `${publicUrl}/admin/bookings/${entry.id}`,
  })
  const state =
    entry.state === 'cancelled' ? ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT'] : ['STATUS:CONFIRMED']
  return [...lines, `SEQUENCE:${entry.sequence}`, ...state]
}

/** Returns null if the booking was deleted meanwhile. */
export async function eventOfBooking(ctx: Ctx, id: string): Promise<string[] | null> {
  const exists = await ctx.db.selectFrom('booking').select('id').where('id', '=', id).executeTakeFirst()
  if (!exists) return null
  const booking = await findBooking(ctx, id)
  const { publicUrl } = await ctx.site(ctx)
  return writeBookingEvent({ ...booking, stamp: booking.updated_at }, booking.type ?? undefined, publicUrl)
}
