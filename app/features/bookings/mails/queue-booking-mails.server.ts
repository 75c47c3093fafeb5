import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { findHours } from '../availability/member-hours.server.ts'
import { bookingSettings } from '../booking-settings.server.ts'
import { type BookingRecord, findBooking } from '../booking-records.server.ts'
import type { BookingEmail } from './booking.email.tsx'
import { bookingNoticeEmail } from './booking-notice.email.tsx'
import { queueBookingEmail } from './queue-booking-email.server.ts'
import { remindOfBooking } from './remind-of-booking.job.server.ts'

export type BookingChange = Exclude<BookingEmail['change'], 'reminder'>

/** Queues the invitation, the member's notice and the reminders, in the transaction of the change. */
export async function queueBookingMails(ctx: Ctx, bookingId: string, change: BookingChange): Promise<void> {
  const booking = await findBooking(ctx, bookingId)
  await queueBookingEmail(ctx, booking, change)
  if (booking.member_email !== null) await queueNotice(ctx, booking, booking.member_email, change)
  if (change !== 'cancelled') await queueReminders(ctx, booking)
}

async function queueNotice(
  ctx: Ctx,
  booking: BookingRecord,
  memberEmail: string,
  change: BookingChange,
): Promise<void> {
  const hours = await findHours(ctx, [booking.member_id])
  await queueEmail(ctx, {
    template: bookingNoticeEmail,
    props: {
      change,
      leadId: booking.lead_id,
      type: booking.typeName,
      from: booking.starts_at,
      to: booking.ends_at,
      timeZone: hours.get(booking.member_id)?.timeZone ?? booking.time_zone,
      name: booking.name,
      email: booking.email,
      message: booking.message,
    },
    to: [memberEmail],
    replyTo: booking.email,
    dedupeKey: `booking-notice:${booking.id}:${booking.sequence}:${change}`,
    about: `lead:${booking.lead_id}`,
  })
}

async function queueReminders(ctx: Ctx, { id, sequence, starts_at }: BookingRecord): Promise<void> {
  const { reminders } = await bookingSettings.read(ctx)
  for (const hours of reminders) {
    const runAt = starts_at - hours * HOUR
    if (runAt <= ctx.clock.now()) continue
    const jobId = `${remindOfBooking.name}:${id}:${sequence}:${hours}`
    await enqueue(ctx, remindOfBooking, { bookingId: id, sequence }, { id: jobId, runAt })
  }
}
