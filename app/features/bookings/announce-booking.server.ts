import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import type { WebhookEventKind } from '#app/platform/webhook-events.ts'

import { bookingSettings } from './booking-settings.server.ts'
import { queueEntries } from './calendars/dav/write-entries.job.server.ts'
import { type BookingRecord, findBooking } from './booking-records.server.ts'
import type { BookingEmail } from './mails/booking.email.tsx'
import { queueBookingEmail } from './mails/queue-booking-email.server.ts'
import { remindOfBooking } from './mails/remind-of-booking.job.server.ts'

type BookingChange = Exclude<BookingEmail['change'], 'reminder'>

const events: Readonly<Record<BookingChange, WebhookEventKind>> = {
  booked: 'booking.created',
  moved: 'booking.moved',
  cancelled: 'booking.cancelled',
}

type Announced = {
  bookingId: string
  change: BookingChange
  /** The member before the booking was moved. */
  formerMemberId?: string
}

/** Notifies the guest, the member and other programs, and schedules reminders, in the transaction of the change. */
export async function announceBooking(
  ctx: Ctx,
  { bookingId, change, formerMemberId }: Announced,
): Promise<void> {
  const booking = await findBooking(ctx, bookingId)
  await queueBookingEmail(ctx, booking, change)
  if (change !== 'cancelled') await queueReminders(ctx, booking)
  const occasion = `${booking.id}:${booking.sequence}`
  const members = [booking.member_id, ...(formerMemberId === undefined ? [] : [formerMemberId])]
  await queueEntries(ctx, { members, occasion })
  await ctx.notify(ctx, {
    kind: 'booking',
    subject: occasion,
    members,
    ...(ctx.actor && { except: ctx.actor.memberId }),
  })
  // The lead's id as subject gives these events the order and the erasure of the lead's events.
  await ctx.tellWebhooks(ctx, { kind: events[change], id: booking.id, subject: booking.lead_id })
}

async function queueReminders(ctx: Ctx, { id, sequence, starts_at }: BookingRecord): Promise<void> {
  const { reminders } = await bookingSettings.read(ctx)
  for (const hours of reminders) {
    const runAt = starts_at - hours * HOUR
    if (runAt <= ctx.clock.now()) continue
    const jobId = `${remindOfBooking.name}:${id}:${sequence}:${hours}`
    await enqueue(ctx, remindOfBooking, { bookingId: id, sequence, hours }, { id: jobId, runAt })
  }
}
