import type { Insertable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { bookMeeting, type BookingSending } from '#app/features/bookings/visitor/book-meeting.server.ts'
import { instantText } from '#app/features/bookings/meeting-time.ts'
import { listFreeTimes } from '#app/features/bookings/availability/find-free-times.server.ts'
import { findMeetingTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY } from '#app/platform/clock.ts'
import type { MeetingTypeTable } from '#app/platform/db/schema/booking.ts'

let made = 0

/** Returns what the page sends for a time, each time as another visitor. */
export function bookingSending(start: number, fields: Record<string, string> = {}): BookingSending {
  made += 1
  const all = {
    name: `Guest ${made}`,
    email: `guest${made}@example.com`,
    zone: 'Europe/Berlin',
    time: instantText(start),
    ...fields,
  }
  return {
    type: 'consultation',
    fields: all,
    source: readInquirySource(all, { publicUrl: 'http://localhost:3000', referer: null }),
    clientAddress: '203.0.113.7',
  }
}

/** Returns the free times of the first meeting type in the next fortnight. */
export async function freeTimesOf(ctx: Ctx): Promise<number[]> {
  const [type] = await findMeetingTypes(ctx)
  const now = ctx.clock.now()
  return listFreeTimes(ctx, {
    type: assertDefined(type, 'one type is always there'),
    range: { from: now, to: now + 14 * DAY },
  })
}

/** Books the first free time, or `start`. */
export async function createBooking(
  ctx: Ctx,
  { start, ...fields }: { start?: number } & Record<string, string | number> = {},
): Promise<{ id: string; start: number }> {
  const at = start ?? assertDefined((await freeTimesOf(ctx))[0], 'a fresh installation has free times')
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { bookingId } = await bookMeeting(ctx, bookingSending(at, texts))
  return { id: bookingId, start: at }
}

/** Replaces the meeting type of a fresh installation. */
export async function createMeetingType(
  ctx: Ctx,
  overrides: Partial<Insertable<MeetingTypeTable>> = {},
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('meeting_type')
    .values({
      id: 'shared',
      slug: 'consultation',
      name: 'Shared',
      length: 30,
      location: '',
      questions: '[]',
      buffer_before: 0,
      buffer_after: 0,
      notice: 0,
      daily_maximum: null,
      window_days: 30,
      members: '[]',
      is_offered: 1,
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .execute()
}
