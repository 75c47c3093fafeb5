import { z } from 'zod'

import { findBooking } from '#app/features/bookings/booking-records.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { id, isoTime, time } from '../fields.ts'

/** A booking as the API, tools and webhooks show it. */
export const bookingRecord = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  state: z.enum(['booked', 'cancelled', 'missed']),
  type: z.string().nullable().describe('As show_free_times names it; null for a deleted type'),
  meeting: z.string().describe("The type's name"),
  startsAt: time,
  endsAt: time,
  answer: z
    .enum(['accepted', 'declined', 'tentative'])
    .nullable()
    .describe("The guest's answer to the invitation"),
  timeZone: z.string().describe("The guest's"),
  name: z.string(),
  email: z.string(),
  leadId: id,
  memberId: id.describe('The member who hosts the meeting'),
  language: z.string().nullable().describe('The language that the guest read; null for the main one'),
})

export async function readBooking(ctx: Ctx, bookingId: string): Promise<z.input<typeof bookingRecord>> {
  const booking = await findBooking(ctx, bookingId)
  return {
    id: booking.id,
    createdAt: isoTime(booking.created_at),
    updatedAt: isoTime(booking.updated_at),
    state: booking.state,
    type: booking.type?.slug ?? null,
    meeting: booking.typeName,
    startsAt: isoTime(booking.starts_at),
    endsAt: isoTime(booking.ends_at),
    answer: booking.answer,
    timeZone: booking.time_zone,
    name: booking.name,
    email: booking.email,
    leadId: booking.lead_id,
    memberId: booking.member_id,
    language: booking.language,
  }
}
