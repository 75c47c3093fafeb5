import { createHash } from 'node:crypto'

import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { may } from '#app/platform/permissions.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { writeCalendar } from '../mails/invitation.ts'
import { findMeetingTypes } from '../types/find-meeting-types.server.ts'

import { writeBookingEvent } from './booking-event.server.ts'
import { hashKey } from './hash-key.server.ts'

const perFeed: ThrottleRule = { name: 'booking-feed', limit: 60, windowMs: 10 * MINUTE }
const perStranger: ThrottleRule = { name: 'booking-feed-key', limit: 20, windowMs: 10 * MINUTE }

const PAST = 30 * DAY
const MOST_EVENTS = 2000

type Asked = { key: string | null; etags: string | null; clientAddress: string }

/**
 * Returns a member's bookings as a calendar; `text` is null if the client's version is current.
 * @throws {AppError} not-found, too-many
 */
export async function readFeed(
  ctx: Ctx,
  { key, etags, clientAddress }: Asked,
): Promise<{ etag: string; text: string | null }> {
  const memberId = key === null || key.length > 100 ? null : await findFeed(ctx, hashKey(key))
  if (memberId === null) {
    await countAddress(ctx, perStranger, clientAddress)
    throw new AppError('not-found', 'This calendar address has been turned off, or it never existed.')
  }
  await countAgainst(ctx, perFeed, memberId)
  const etag = await stateOf(ctx, memberId)
  return { etag, text: etags?.includes(etag) ? null : await writeFeed(ctx, memberId) }
}

async function findFeed(ctx: Ctx, hash: string): Promise<string | null> {
  const feed = await ctx.db
    .selectFrom('booking_feed')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member_id', 'role'])
    .where('key_hash', '=', hash)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return feed && may(feed.role, 'bookings.read') ? feed.member_id : null
}

/** The range starts 30 days ago at a full day, so that it stays the same for a day. */
function listed(ctx: Ctx, memberId: string) {
  const from = Math.floor((ctx.clock.now() - PAST) / DAY) * DAY
  return ctx.db
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('starts_at', '>=', from)
    .orderBy('starts_at')
    .orderBy('booking.id')
    .limit(MOST_EVENTS)
}

/** Returns an ETag computed from everything that affects the calendar, without writing the calendar. */
async function stateOf(ctx: Ctx, memberId: string): Promise<string> {
  const rows = await listed(ctx, memberId).select(['booking.id', 'sequence', 'state']).execute()
  const types = (await findMeetingTypes(ctx)).map(({ id, name, location }) => [id, name, location])
  const { publicUrl, siteName } = await ctx.site(ctx)
  const all = JSON.stringify([publicUrl, siteName, types, rows])
  return `"${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`
}

async function writeFeed(ctx: Ctx, memberId: string): Promise<string> {
  const { publicUrl, siteName } = await ctx.site(ctx)
  const types = new Map((await findMeetingTypes(ctx)).map((type) => [type.id, type]))
  const rows = await listed(ctx, memberId)
    .innerJoin('lead', 'lead.id', 'lead_id')
    .select(['booking.id', 'type_id', 'starts_at', 'ends_at', 'state', 'sequence'])
    .select(['booking.updated_at as stamp', 'lead.name as name'])
    .execute()
  const events = rows.map((row) => writeBookingEvent(row, types.get(row.type_id), publicUrl))
  return writeCalendar('PUBLISH', events, siteName)
}
