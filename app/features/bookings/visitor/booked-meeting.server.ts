import { readTimeZone } from '#app/lib/time-zones.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { describeMeeting, instantText, MINUTE_MS, readInstant } from '../meeting-time.ts'
import { uidOf } from '../mails/booking.email.tsx'
import { findOfferedType } from '../types/find-meeting-types.server.ts'
import { toPublicMeeting } from '../types/meeting-type.ts'
import { calendarFile, calendarLinks } from './calendar-links.ts'
import { visitorsHabit } from './visitors-habit.ts'

type Asked = { type: string; request: Request }

/**
 * Describes the meeting of an address, and only what is in it, because whoever opens it need not be who booked.
 * @throws {AppError} not-found if there is no such meeting
 */
export async function readBookedMeeting(ctx: Ctx, { type, request }: Asked) {
  const { name, length, slug, place } = toPublicMeeting(await findOfferedType(ctx, type))
  const { searchParams } = new URL(request.url)
  const start = readInstant(searchParams.get('time'))
  const { timeZone, language, siteName, publicUrl } = await ctx.site(ctx)
  if (start === null) return { name, at: null, links: [], file: null }
  const zone = readTimeZone(searchParams.get('zone')) ?? timeZone
  const habit = visitorsHabit(language, request.headers.get('accept-language'))
  const to = start + length * MINUTE_MS
  const entry = { summary: `${name} · ${siteName}`, location: place, from: start, to }
  const id = readId(searchParams.get('id'))
  const query = new URLSearchParams({ time: instantText(start), ...(id !== null && { id }) })
  return {
    name,
    at: describeMeeting(start, to, zone, habit),
    links: calendarLinks(entry),
    file: {
      path: `/book/${slug}/meeting.ics?${query}`,
      text: calendarFile(entry, uidOf(id ?? `${slug}-${start}`, publicUrl), ctx.clock.now()),
    },
  }
}

function readId(text: string | null): string | null {
  return text && /^[0-9a-f-]{36}$/.test(text) ? text : null
}
