import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { findBooking } from '../booking-records.server.ts'
import { queueBookingEmail } from './queue-booking-email.server.ts'

/** Sends a reminder, unless the meeting was moved or cancelled since, has begun, or its lead is gone. */
export const remindOfBooking = defineJob({
  name: 'remind-of-booking',
  lane: 'mail',
  payload: z.object({ bookingId: z.string(), sequence: z.number() }),
  async run(ctx, { bookingId, sequence }) {
    const stored = await ctx.db
      .selectFrom('booking')
      .select('id')
      .where('id', '=', bookingId)
      .where('sequence', '=', sequence)
      .where('state', '=', 'booked')
      .where('starts_at', '>', ctx.clock.now())
      .executeTakeFirst()
    if (!stored) return
    const booking = await findBooking(ctx, bookingId)
    return (ctx) => queueBookingEmail(ctx, booking, 'reminder')
  },
})
