import type { Ctx } from '#app/platform/context.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'
import type { CalendarFeedTable } from '#app/platform/db/schema/booking.ts'
import { AppError } from '#app/platform/errors.ts'

import { eventOfBooking } from '../../feed/booking-event.server.ts'
import { writeCalendar } from '../../mails/invitation.ts'
import { type DavSecret, davSecret } from '../sealed-calendars.ts'
import { EntryRefused } from '../entry-refused.ts'
import { deleteOnlineEntry, type Entry, putOnlineEntry } from '../online/online-entry.server.ts'
import { askDav, refuseEntryUnless } from './ask-dav.server.ts'

const MOST_AT_ONCE = 200
const MOST_REFUSED = 20
const MAX_ANSWER = 1024 * 1024

/**
 * Writes a member's new and changed bookings ahead to a calendar; deletes those cancelled, erased or moved to another
 * member. `calendar_entry` stores what was written, so that an interrupted run can be resumed.
 * @throws {AppError} invalid if the calendar cannot be written
 */
export async function writeEntries(ctx: Ctx, feedId: string, signal: AbortSignal): Promise<void> {
  const feed = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'kind', 'member_id', 'sealed', 'write_error'])
    .where('id', '=', feedId)
    .where('writes', '=', 1)
    .executeTakeFirst()
  if (!feed) return
  try {
    const writer = writerOf(ctx, feed, signal)
    const [obsolete, due] = [await obsoleteEntries(ctx, feed), await dueEntries(ctx, feed)]
    await doEach([
      ...obsolete.map((entry) => () => deleteEntry(ctx, feedId, entry, writer)),
      ...due.map((entry) => () => writeEntry(ctx, feedId, entry, writer)),
    ])
  } catch (error) {
    if (error instanceof AppError) await noteFault(ctx, feedId, error.message)
    throw error
  }
  if (feed.write_error !== null) await noteFault(ctx, feedId, null)
}

async function doEach(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const refused: EntryRefused[] = []
  for (const step of steps) {
    if (refused.length === MOST_REFUSED) break
    try {
      await step()
    } catch (error) {
      if (!(error instanceof EntryRefused)) throw error
      refused.push(error)
    }
  }
  if (refused[0]) throw refused[0]
}

type Feed = { id: string; kind: CalendarFeedTable['kind']; member_id: string; sealed: string }

async function dueEntries(ctx: Ctx, feed: Feed): Promise<Entry[]> {
  return ctx.db
    .selectFrom('booking')
    .leftJoin('calendar_entry', (join) =>
      join.onRef('booking_id', '=', 'booking.id').on('feed_id', '=', feed.id),
    )
    .select(['booking.id as bookingId', 'booking.sequence', 'remote_id as remoteId'])
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

async function obsoleteEntries(ctx: Ctx, feed: Feed): Promise<Omit<Entry, 'sequence'>[]> {
  return ctx.db
    .selectFrom('calendar_entry')
    .leftJoin('booking', 'booking.id', 'booking_id')
    .select(['booking_id as bookingId', 'remote_id as remoteId'])
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
}

/** How a kind of calendar takes entries; `put` returns the id that the calendar chose, and null if there is no such booking. */
type Writer = {
  put(entry: Entry): Promise<{ remoteId: string | null } | null>
  remove(entry: Omit<Entry, 'sequence'>): Promise<void>
}

function writerOf(ctx: Ctx, { id, kind, sealed }: Feed, signal: AbortSignal): Writer {
  if (kind === 'google' || kind === 'microsoft') {
    return {
      put: async (entry) => ({ remoteId: await putOnlineEntry(ctx, { id, kind }, entry, signal) }),
      remove: (entry) => deleteOnlineEntry(ctx, { id, kind }, entry, signal),
    }
  }
  const secret = davSecret.parse(JSON.parse(ctx.vault.open(calendarRow(id), sealed)))
  return {
    async put({ bookingId }) {
      const event = await eventOfBooking(ctx, bookingId)
      if (!event) return null
      const answer = await askDav(ctx, secret, {
        method: 'PUT',
        url: entryUrl(secret, bookingId),
        maxBytes: MAX_ANSWER,
        signal,
        body: writeCalendar(null, [event]),
      })
      refuseEntryUnless(answer.status >= 200 && answer.status < 300, answer)
      return { remoteId: null }
    },
    async remove({ bookingId }) {
      const url = entryUrl(secret, bookingId)
      const answer = await askDav(ctx, secret, { method: 'DELETE', url, maxBytes: MAX_ANSWER, signal })
      // The member may have deleted the entry already.
      const isGone = answer.status === 404 || answer.status === 410
      refuseEntryUnless(isGone || (answer.status >= 200 && answer.status < 300), answer)
    },
  }
}

async function writeEntry(ctx: Ctx, feedId: string, due: Entry, { put }: Writer): Promise<void> {
  const written = await put(due)
  if (!written) return
  const { sequence } = due
  const row = { sequence, remote_id: written.remoteId }
  await ctx.db
    .insertInto('calendar_entry')
    .values({ feed_id: feedId, booking_id: due.bookingId, ...row })
    .onConflict((conflict) => conflict.columns(['feed_id', 'booking_id']).doUpdateSet(row))
    .execute()
}

async function deleteEntry(
  ctx: Ctx,
  feedId: string,
  entry: Omit<Entry, 'sequence'>,
  { remove }: Writer,
): Promise<void> {
  await remove(entry)
  await ctx.db
    .deleteFrom('calendar_entry')
    .where('feed_id', '=', feedId)
    .where('booking_id', '=', entry.bookingId)
    .execute()
}

function entryUrl({ url }: DavSecret, bookingId: string): string {
  return new URL(`${encodeURIComponent(bookingId)}.ics`, url.endsWith('/') ? url : `${url}/`).href
}

async function noteFault(ctx: Ctx, feedId: string, fault: string | null): Promise<void> {
  await ctx.db.updateTable('calendar_feed').set({ write_error: fault }).where('id', '=', feedId).execute()
}
