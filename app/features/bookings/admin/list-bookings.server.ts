import { sql } from 'kysely'

import type { CalendarFeedTable } from '#app/platform/db/schema/booking.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { all, defineList, down, up } from '#app/platform/lists/define-list.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { listFreeTimes } from '../availability/find-free-times.server.ts'
import { bookingSettings } from '../booking-settings.server.ts'
import type { FoundCalendar } from '../calendars/dav/find-dav-calendars.server.ts'
import { listFeeds } from '../calendars/change-feeds.server.ts'
import { listOauthClients } from '#app/platform/oauth/oauth-clients.server.ts'
import { findBooking, hostOf } from '../booking-records.server.ts'
import { readOwnFeed } from '../feed/own-feed.server.ts'
import { findMeetingTypes } from '../types/find-meeting-types.server.ts'
import type { BookingListQuery } from './booking-list-query.ts'

export const BOOKINGS_PER_PAGE = 25

const bookingList = defineList({
  table: 'booking',
  keys: ['id', 'starts_at'],
  orders: {
    upcoming: [up('starts_at'), up('id')],
    past: [down('starts_at'), down('id')],
  },
  perPage: BOOKINGS_PER_PAGE,
  find: async (ctx, { when }: Pick<BookingListQuery, 'when'>) => ({
    from: sql`booking`,
    shown: sql`starts_at ${sql.raw(when === 'upcoming' ? '>' : '<=')} ${ctx.clock.now()}`,
    matches: all,
  }),
})

/** Returns the bookings ahead, next one first, or the past ones, latest first. */
export async function listBookings(ctx: Ctx, query: BookingListQuery) {
  requireActor(ctx, 'bookings.read')
  const { ids, ...page } = await bookingList.page(ctx, query, query.when)
  return { bookings: await readBookings(ctx, ids), ...page }
}

async function readBookings(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const types = new Map((await findMeetingTypes(ctx)).map(({ id, name }) => [id, name]))
  const rows = await ctx.db
    .selectFrom('booking')
    .innerJoin('lead', 'lead.id', 'booking.lead_id')
    .leftJoin('member', 'member.id', 'booking.member_id')
    .select(['booking.id', 'type_id', 'starts_at', 'ends_at', 'state', 'answer', 'lead_id'])
    .select(['lead.name as name', 'lead.email as email'])
    .select([
      'member.name as member_name',
      'member.email as member_email',
      'member.removed_at as member_left',
    ])
    .where('booking.id', 'in', ids)
    .execute()
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ type_id, member_name, member_email, member_left, ...row }) => ({
        ...row,
        type: types.get(type_id) ?? 'Meeting',
        member: hostOf({ member_name, member_email, member_left }),
      })),
  )
}

export type OfficeAnswer =
  | { url: string }
  | { calendars: FoundCalendar[] }
  | { removed: CalendarFeedTable['kind'] }

export async function readBookingOffice(ctx: Ctx) {
  requireActor(ctx, 'bookings.read')
  return {
    types: await findMeetingTypes(ctx),
    members: await listMembers(ctx),
    settings: await bookingSettings.readAsOwner(ctx),
    feeds: await listFeeds(ctx),
    ownFeedSince: await readOwnFeed(ctx),
    online: await listOauthClients(ctx),
  }
}

/** Returns a booking with the times to which it can be moved. @throws {AppError} not-found */
export async function getBooking(ctx: Ctx, id: string) {
  requireActor(ctx, 'bookings.read')
  const { type, ...booking } = await findBooking(ctx, id)
  const now = ctx.clock.now()
  const isAhead = booking.state === 'booked' && booking.starts_at > now
  const range = { from: now, to: Infinity }
  const times = type && isAhead ? await listFreeTimes(ctx, { type, range, holder: id }) : []
  return {
    ...booking,
    host: hostOf(booking),
    isAhead,
    hasBegun: booking.starts_at <= now,
    times: times.slice(0, 500),
  }
}
