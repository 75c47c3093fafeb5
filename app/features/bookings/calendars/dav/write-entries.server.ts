import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { eventOfBooking } from '../../feed/booking-event.server.ts'
import { writeCalendar } from '../../mails/invitation.ts'
import { calendarRow, type DavSecret, davSecret } from '../sealed-calendars.ts'
import { askDav, refuseUnless } from './ask-dav.server.ts'

const MOST_AT_ONCE = 200
const MAX_ANSWER = 1024 * 1024

/**
 * Writes a member's new and changed bookings ahead to a calendar; deletes those cancelled, erased or moved to another
 * member. `calendar_entry` stores what was written, so that an interrupted run can be resumed.
 * @throws {AppError} invalid if the calendar cannot be written
 */
export async function writeEntries(ctx: Ctx, feedId: string, signal: AbortSignal): Promise<void> {
  const feed = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'member_id', 'sealed', 'write_error'])
    .where('id', '=', feedId)
    .where('kind', '=', 'caldav')
    .where('writes', '=', 1)
    .executeTakeFirst()
  if (!feed) return
  try {
    const secret = davSecret.parse(JSON.parse(ctx.vault.open(calendarRow(feed.id), feed.sealed)))
    for (const id of await obsoleteEntries(ctx, feed)) await deleteEntry(ctx, { feedId, id, secret, signal })
    for (const due of await dueEntries(ctx, feed)) await writeEntry(ctx, { feedId, due, secret, signal })
  } catch (error) {
    if (error instanceof AppError) await noteFault(ctx, feedId, error.message)
    throw error
  }
  if (feed.write_error !== null) await noteFault(ctx, feedId, null)
}

type Feed = { id: string; member_id: string }

async function dueEntries(ctx: Ctx, feed: Feed): Promise<{ id: string; sequence: number }[]> {
  return ctx.db
    .selectFrom('booking')
    .leftJoin('calendar_entry', (join) =>
      join.onRef('booking_id', '=', 'booking.id').on('feed_id', '=', feed.id),
    )
    .select(['booking.id', 'booking.sequence'])
    .where('member_id', '=', feed.member_id)
    .where('state', '=', 'booked')
    .where('ends_at', '>', ctx.clock.now())
    .where((where) =>
      where.or([
        where('calendar_entry.sequence', 'is', null),
        where('calendar_entry.sequence', '<>', where.ref('booking.sequence')),
      ]),
    )
    .orderBy('starts_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

async function obsoleteEntries(ctx: Ctx, feed: Feed): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('calendar_entry')
    .leftJoin('booking', 'booking.id', 'booking_id')
    .select('booking_id')
    .where('feed_id', '=', feed.id)
    .where((where) =>
      where.or([
        where('booking.id', 'is', null),
        where('state', '=', 'cancelled'),
        where('member_id', '<>', feed.member_id),
      ]),
    )
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}

type Writing = { feedId: string; secret: DavSecret; signal: AbortSignal }

async function writeEntry(
  ctx: Ctx,
  { feedId, due, secret, signal }: Writing & { due: { id: string; sequence: number } },
): Promise<void> {
  const event = await eventOfBooking(ctx, due.id)
  if (!event) return
  const answer = await askDav(ctx, secret, {
    method: 'PUT',
    url: entryUrl(secret, due.id),
    maxBytes: MAX_ANSWER,
    signal,
    body: writeCalendar(null, [event]),
  })
  refuseUnless(answer.status >= 200 && answer.status < 300, answer)
  const { sequence } = due
  await ctx.db
    .insertInto('calendar_entry')
    .values({ feed_id: feedId, booking_id: due.id, sequence })
    .onConflict((conflict) => conflict.columns(['feed_id', 'booking_id']).doUpdateSet({ sequence }))
    .execute()
}

async function deleteEntry(
  ctx: Ctx,
  { feedId, id, secret, signal }: Writing & { id: string },
): Promise<void> {
  const asked = { method: 'DELETE', url: entryUrl(secret, id), maxBytes: MAX_ANSWER, signal } as const
  const answer = await askDav(ctx, secret, asked)
  // The member may have deleted the entry already.
  const isGone = answer.status === 404 || answer.status === 410
  refuseUnless(isGone || (answer.status >= 200 && answer.status < 300), answer)
  await ctx.db
    .deleteFrom('calendar_entry')
    .where('feed_id', '=', feedId)
    .where('booking_id', '=', id)
    .execute()
}

function entryUrl({ url }: DavSecret, bookingId: string): string {
  return new URL(`${encodeURIComponent(bookingId)}.ics`, url.endsWith('/') ? url : `${url}/`).href
}

async function noteFault(ctx: Ctx, feedId: string, fault: string | null): Promise<void> {
  await ctx.db.updateTable('calendar_feed').set({ write_error: fault }).where('id', '=', feedId).execute()
}
