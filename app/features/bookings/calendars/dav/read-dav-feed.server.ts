import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Interval } from '../../availability/open-intervals.ts'
import { type CalendarFile, type CalendarRead, MAX_CALENDAR_BYTES } from '../read-calendar.ts'
import type { DavSecret } from '../sealed-calendars.ts'
import { askDav, refuseUnless } from './ask-dav.server.ts'
import { MAX_DAV_BYTES, readDavBusyTask, readDavTask } from './read-dav.ts'

type Known = { etag: string | null; signal: AbortSignal }

/** Reads the busy times of a calendar; null if it has not changed since `etag`. @throws {AppError} invalid */
export async function readDavFeed(
  ctx: Ctx,
  secret: DavSecret,
  reading: Omit<CalendarFile, 'bytes'>,
  { etag, signal }: Known,
): Promise<(CalendarRead & { etag: string | null }) | null> {
  const { url } = secret
  const state = await askDav(ctx, secret, {
    method: 'PROPFIND',
    url,
    depth: 0,
    maxBytes: MAX_DAV_BYTES,
    signal,
    body: '<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:s="http://calendarserver.org/ns/"><d:prop><s:getctag/></d:prop></d:propfind>',
  })
  refuseUnless(state.status === 207, state)
  const [self] = await ctx.pool.run(readDavTask, state.bytes, { signal })
  const tag = self?.tag ?? null
  if (tag !== null && tag === etag) return null
  const report = await askDav(ctx, secret, {
    method: 'REPORT',
    url,
    depth: 1,
    maxBytes: MAX_CALENDAR_BYTES,
    signal,
    body: eventsWithin(reading.within),
  })
  refuseUnless(report.status === 207, report)
  const read = await ctx.pool.run(readDavBusyTask, { ...reading, bytes: report.bytes }, { signal })
  return { ...read, etag: tag }
}

/** RFC 4791, 7.8.1. A day is added on each side, because days without a time zone start at different instants. */
function eventsWithin({ from, to }: Interval): string {
  const range = `start="${utc(from - DAY)}" end="${utc(to + DAY)}"`
  return `<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range ${range}/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
}

function utc(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
