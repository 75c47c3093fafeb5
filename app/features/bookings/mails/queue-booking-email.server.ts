import { replyAddressOf } from '#app/features/leads/thread/reply-address.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'

import { type BookingRecord, bookingToken } from '../booking-records.server.ts'
import { bookingEmail, type BookingEmail } from './booking.email.tsx'

/**
 * Where a mailbox is read, replies go to the lead's own address, including those of calendars.
 * @param hours before the meeting, for a reminder. Each is sent once, also if its job runs twice.
 */
export async function queueBookingEmail(
  from: Ctx,
  booking: BookingRecord,
  change: BookingEmail['change'],
  hours?: number,
): Promise<void> {
  // The guest reads the language of the pages on which they booked, whoever changes the booking.
  const ctx = { ...from, language: booking.language }
  const { publicUrl, contactEmail } = await ctx.site(ctx)
  const say = await readSay(ctx)
  const organizer = (await replyAddressOf(ctx, booking.lead_id)) ?? contactEmail
  await queueEmail(ctx, {
    template: bookingEmail,
    props: {
      change,
      bookingId: booking.id,
      link: `${publicUrl}/booking/${bookingToken(ctx, booking.id)}`,
      sequence: booking.sequence,
      type: say('meetings', booking.typeName),
      location: booking.type ? say('meetings', booking.type.location) : '',
      from: booking.starts_at,
      to: booking.ends_at,
      timeZone: booking.time_zone,
      name: booking.name,
      email: booking.email,
      organizer,
      at: ctx.clock.now(),
    },
    to: [booking.email],
    replyTo: organizer,
    dedupeKey: `booking:${booking.id}:${booking.sequence}:${change}${hours === undefined ? '' : `:${hours}`}`,
    about: `lead:${booking.lead_id}`,
  })
}
