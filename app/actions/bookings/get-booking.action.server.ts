import { z } from 'zod'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { bookingRecord, readBooking } from './booking-record.server.ts'

export const getBookingAction = defineAction({
  name: 'get_booking',
  title: 'Read a booking',
  description: 'Reads when a meeting is, with whom, and whether it was cancelled.',
  input: z.strictObject({ id }),
  output: bookingRecord,
  permission: 'bookings.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/bookings/{id}' },
  run: (ctx, input) => readBooking(ctx, input.id),
})
