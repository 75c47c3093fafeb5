import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { CalendarFeedTable } from '#app/platform/db/schema/booking.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { type FetchRefusal, guardedFetch } from '#app/platform/http/guarded-fetch.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'

import { findHours } from '../availability/member-hours.server.ts'
import { forgetBusy } from './find-busy-times.server.ts'
import { askBusy } from './online/ask-busy.server.ts'
import { readDavFeed } from './dav/read-dav-feed.server.ts'
import { type CalendarRead, MAX_CALENDAR_BYTES, readCalendarTask } from './read-calendar.ts'
import { davSecret } from './sealed-calendars.ts'

/** Exceeds the farthest day that can be booked. */
const AHEAD = 370 * DAY
const ROWS = 500

type Read = CalendarRead & { etag: string | null }

/** Reads a member's calendar again. If that fails, the previous busy times stay. */
export async function refreshCalendar(ctx: Ctx, feedId: string, signal: AbortSignal): Promise<void> {
  const feed = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'member_id', 'sealed', 'kind', 'etag', 'checked_at', 'error'])
    .where('id', '=', feedId)
    .executeTakeFirst()
  if (!feed) return
  let read: Read | null
  try {
    read = await readFeed(ctx, feed, signal)
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof SealBroken)) throw error
    await noteOutcome(ctx, feedId, { error: error.message })
    return
  }
  await withTransaction(ctx, async (ctx) => {
    if (read !== null) await storeBusy(ctx, feedId, read)
    const note = read === null ? {} : { note: noteOf(read) }
    await noteOutcome(ctx, feedId, { error: null, good_at: ctx.clock.now(), ...note })
  })
  if (read !== null) forgetBusy(ctx, feedId)
}

type Feed = {
  id: string
  member_id: string
  sealed: string
  kind: CalendarFeedTable['kind']
  etag: string | null
  checked_at: number | null
  error: string | null
}

/** Returns null if nothing has changed. The first read of each day is a full one, because repetitions extend with time. */
async function readFeed(ctx: Ctx, feed: Feed, signal: AbortSignal): Promise<Read | null> {
  const now = ctx.clock.now()
  const isReadToday = feed.checked_at !== null && Math.floor(feed.checked_at / DAY) === Math.floor(now / DAY)
  const secret = ctx.vault.open(calendarRow(feed.id), feed.sealed)
  const hours = await findHours(ctx, [feed.member_id])
  const timeZone = hours.get(feed.member_id)?.timeZone ?? 'UTC'
  const etag = isReadToday && feed.error === null ? tagOf(feed.etag, timeZone) : null
  const reading = {
    within: { from: now - DAY, to: now + AHEAD },
    timeZone,
    ownHost: new URL((await ctx.site(ctx)).publicUrl).hostname,
  }
  if (feed.kind === 'google' || feed.kind === 'microsoft') {
    const busy = await askBusy(ctx, { id: feed.id, kind: feed.kind }, reading.within, signal)
    return { busy, unknownZones: [], odd: 0, etag: null }
  }
  if (feed.kind === 'caldav') {
    const read = await readDavFeed(ctx, davSecret.parse(JSON.parse(secret)), reading, { etag, signal })
    return read && { ...read, etag: storedTag(read.etag, timeZone) }
  }
  const fetched = await guardedFetch(secret, {
    kind: 'calendar',
    maxBytes: MAX_CALENDAR_BYTES,
    loopback: ctx.outbound.loopback,
    signal,
    ...(etag !== null && { etag }),
  })
  if (!fetched.ok) throw new AppError('invalid', sentenceOf(fetched))
  if (fetched.status === 304) return null
  const read = await ctx.pool.run(readCalendarTask, { ...reading, bytes: fetched.bytes }, { signal })
  return { ...read, etag: storedTag(fetched.etag, timeZone) }
}

/** Days without a time zone are read in the member's, so an unchanged calendar counts as changed in another zone. */
function storedTag(etag: string | null, timeZone: string): string | null {
  return etag === null ? null : `${timeZone} ${etag}`
}

function tagOf(stored: string | null, timeZone: string): string | null {
  return stored?.startsWith(`${timeZone} `) ? stored.slice(timeZone.length + 1) : null
}

const sentences: Record<FetchRefusal['reason'], string> = {
  address: 'The address could not be reached.',
  unreachable: 'The address could not be reached.',
  status: 'The server answered with an error.',
  redirects: 'The address redirects too many times.',
  'too-large': 'The calendar is larger than 10 MB.',
  'too-slow': 'The server did not answer in time.',
  type: 'The address does not lead to a calendar.',
}

function sentenceOf({ reason, status }: FetchRefusal): string {
  return status === undefined ? sentences[reason] : `${sentences[reason].slice(0, -1)} (${status}).`
}

async function storeBusy(ctx: Ctx, feedId: string, { etag, busy }: Read): Promise<void> {
  await ctx.db.updateTable('calendar_feed').set({ etag }).where('id', '=', feedId).execute()
  await ctx.db.deleteFrom('busy_time').where('feed_id', '=', feedId).execute()
  for (let n = 0; n < busy.length; n += ROWS)
    await ctx.db
      .insertInto('busy_time')
      .values(busy.slice(n, n + ROWS).map(({ from, to }) => ({ feed_id: feedId, from_at: from, to_at: to })))
      .execute()
}

async function noteOutcome(
  ctx: Ctx,
  feedId: string,
  outcome: { error: string | null; good_at?: number; note?: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('calendar_feed')
    .set({ ...outcome, checked_at: ctx.clock.now() })
    .where('id', '=', feedId)
    .execute()
}

const MOST_NAMES = 5

/** Returns sentences for the member about events that could not be read exactly; null if there are none. */
function noteOf({ unknownZones, odd }: CalendarRead): string | null {
  const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)
  const zones = unknownZones.slice(0, MOST_NAMES).map(({ name, events: count }) => {
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name
    return `${events(count)} in the unknown time zone “${shown}”: the hours around are busy too.`
  })
  const others = unknownZones.length - zones.length
  if (others > 0) zones.push(`There are ${others} more unknown time zones.`)
  if (odd > 0) zones.push(`${events(odd)} could not be read completely. Please check the times.`)
  return zones.length === 0 ? null : zones.join(' ')
}
