import { shortMeeting } from '#app/features/bookings/meeting-time.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type Found, withMarks } from './find-system-needs.server.ts'

/** Calendars are read four times an hour, and a server may be down for a while. */
const LONG = 2 * HOUR
const MOST = 100

export async function findBookingNeeds(ctx: Ctx): Promise<Found[]> {
  return withMarks(ctx, [...(await findMeetingsWithoutMember(ctx)), ...(await findUnreadCalendars(ctx))])
}

async function findMeetingsWithoutMember(ctx: Ctx) {
  const { timeZone } = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('booking')
    .innerJoin('member', 'member.id', 'member_id')
    .innerJoin('lead', 'lead.id', 'lead_id')
    .select(['booking.id', 'starts_at', 'removed_at', 'lead.name as guest'])
    .select(['member.name as member_name', 'member.email as member_email'])
    .where('booking.state', '=', 'booked')
    .where('starts_at', '>', ctx.clock.now())
    .where('removed_at', 'is not', null)
    .orderBy('starts_at')
    .limit(MOST)
    .execute()
  return rows.map(({ id, starts_at, removed_at, guest, member_name, member_email }) => ({
    item: `booking:${id}:${removed_at}`,
    title: `The meeting with ${guest} has no host`,
    text: `${shortMeeting(starts_at, timeZone)}. ${member_name || member_email} has left the team. Move the meeting so that somebody else takes it, or cancel it.`,
    at: removed_at ?? starts_at,
    path: `/admin/bookings/${id}`,
  }))
}

async function findUnreadCalendars(ctx: Ctx) {
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'host', 'error', 'good_at', 'created_at'])
    .where('error', 'is not', null)
    .orderBy('created_at')
    .limit(MOST)
    .execute()
  return feeds.flatMap(({ id, host, error, good_at, created_at }) => {
    const since = good_at ?? created_at
    if (since > ctx.clock.now() - LONG) return []
    const title = `The calendar at ${host} cannot be read`
    return [
      { item: `booking:calendar-${id}:${since}`, title, text: error, at: since, path: '/admin/bookings' },
    ]
  })
}
