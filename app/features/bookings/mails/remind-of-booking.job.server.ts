import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { findBooking } from '../booking-records.server.ts'
import { bookingSettings } from '../booking-settings.server.ts'
import { queueBookingEmail } from './queue-booking-email.server.ts'

/** Sends a reminder, unless it was switched off, the next is due too, or the meeting was moved or cancelled, has begun or has no lead. */
export const remindOfBooking = defineJob({
  name: 'remind-of-booking',
  lane: 'mail',
  /** `hours` before the meeting; missing in reminders queued before version 0.3. */
  payload: z.object({ bookingId: z.string(), sequence: z.number(), hours: z.number().optional() }),
  async run(ctx, { bookingId, sequence, hours = 0 }) {
    const now = ctx.clock.now()
    const stored = await ctx.db
      .selectFrom('booking')
      .select('starts_at')
      .where('id', '=', bookingId)
      .where('sequence', '=', sequence)
      .where('state', '=', 'booked')
      .where('starts_at', '>', now)
      .executeTakeFirst()
    if (!stored) return
    const { reminders } = await bookingSettings.read(ctx)
    const isWanted = hours === 0 ? reminders.length > 0 : reminders.includes(hours)
    if (!isWanted) return
    if (reminders.some((later) => later < hours && stored.starts_at - later * HOUR <= now)) return
    const booking = await findBooking(ctx, bookingId)
    return (ctx) => queueBookingEmail(ctx, booking, 'reminder', hours)
  },
})
