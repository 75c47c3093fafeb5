import { cancelBooking, markMissed, moveBooking } from '#app/features/bookings/change-booking.server.ts'
import { saveHours } from '#app/features/bookings/availability/save-hours.server.ts'
import { bookingSettings } from '#app/features/bookings/booking-settings.server.ts'
import { addFeed, removeFeed, storeFeed } from '#app/features/bookings/calendars/change-feeds.server.ts'
import { connectCalendar } from '#app/features/bookings/calendars/dav/connect-calendar.server.ts'
import { endOwnFeed, renewOwnFeed } from '#app/features/bookings/feed/own-feed.server.ts'
import { saveMeetingType } from '#app/features/bookings/types/save-meeting-type.server.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import { createBooking } from '#tests/factories/booking.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb, withId } from './admin-verb.ts'

async function booked(ctx: TestCtx): Promise<{ id: string; start: number }> {
  await createTestOwner(ctx)
  return createBooking(ctx, { name: SECRET_WORDS })
}

/** Returns a context with the caller's role and the id of a stored member. */
function asMember(ctx: TestCtx, memberId: string): TestCtx {
  return asOwner(ctx, { ...testActor, ...ctx.actor, memberId })
}

export const bookingVerbs: readonly AdminVerb[] = [
  verb(moveBooking, 'booking.moved', async (ctx) => {
    const { id, start } = await booked(ctx)
    return (later) => moveBooking(later, { id, start: start + 60 * MINUTE })
  }),
  verb(
    cancelBooking,
    'booking.cancelled',
    withId(async (ctx) => (await booked(ctx)).id, cancelBooking),
  ),
  verb(
    markMissed,
    'booking.missed',
    withId(async (ctx) => {
      const { id } = await booked(ctx)
      ctx.clock.advance(5 * DAY)
      return id
    }, markMissed),
  ),
  verb(
    saveMeetingType,
    'booking.type_saved',
    async () => (ctx) =>
      saveMeetingType(ctx, { id: '', name: 'A talk', questions: SECRET_WORDS, location: SECRET_WORDS }),
  ),
  verb(
    saveHours,
    'booking.hours_saved',
    withId(
      async (ctx) => (await createTestOwner(ctx)).id,
      (ctx, id) => saveHours(ctx, { id, timeZone: 'Europe/Berlin', 'day-0': '9-12' }),
    ),
  ),
  verb(addFeed, 'booking.calendar_added', async (ctx) => {
    const { id } = await createTestOwner(ctx)
    return (later) => addFeed(later, { url: 'https://calendar.example/secret.ics', member: id })
  }),
  verb(storeFeed, 'booking.calendar_added', async (ctx) => {
    const { id: member } = await createTestOwner(ctx)
    const host = 'calendar.example'
    return (later) => storeFeed(later, { kind: 'ics', writes: false, host, secret: SECRET_WORDS, member })
  }),
  verb(connectCalendar, 'booking.calendar_added', async (ctx) => {
    const { id: member } = await createTestOwner(ctx)
    const login = { davAddress: 'calendar.example', davUser: SECRET_WORDS, davPassword: SECRET_WORDS }
    const calendar = 'https://calendar.example/work/'
    return (later) => connectCalendar(later, { ...login, calendar, writes: true, member })
  }),
  verb(
    removeFeed,
    'booking.calendar_removed',
    withId(async (ctx) => {
      const { id } = await createTestOwner(ctx)
      await addFeed(ctx, { url: 'https://calendar.example/secret.ics', member: id })
      return (await ctx.db.selectFrom('calendar_feed').select('id').executeTakeFirstOrThrow()).id
    }, removeFeed),
  ),
  verb(renewOwnFeed, 'booking.feed_renewed', async (ctx) => {
    const { id } = await createTestOwner(ctx)
    return (later) => renewOwnFeed(asMember(later, id))
  }),
  verb(endOwnFeed, 'booking.feed_ended', async (ctx) => {
    const { id } = await createTestOwner(ctx)
    await renewOwnFeed(asMember(ctx, id))
    return (later) => endOwnFeed(asMember(later, id))
  }),
  verb(
    { name: 'bookingSettings.save' },
    'settings.bookings',
    async () => (ctx) =>
      bookingSettings.save(ctx, { reminders: '2', calendarGoodFor: '12', afterwards: 'open' }),
  ),
]
