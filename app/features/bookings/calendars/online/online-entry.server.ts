import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { oauthProviders } from '#app/platform/oauth/oauth-clients.server.ts'

import { findBooking } from '#app/features/bookings/booking-records.server.ts'
import { EntryRefused } from '../entry-refused.ts'
import { callCalendar, type OnlineFeed } from './access.server.ts'

export type Entry = { bookingId: string; sequence: number; remoteId: string | null }

const created = z.object({ id: z.string() })

/** Writes or moves a booking's event. Repeating it changes nothing. @returns the event's id if the calendar chose it */
export async function putOnlineEntry(
  ctx: Ctx,
  feed: OnlineFeed,
  entry: Entry,
  signal: AbortSignal,
): Promise<string | null> {
  const booking = await findBooking(ctx, entry.bookingId)
  const { publicUrl } = await ctx.site(ctx)
  const event = {
    title: `${booking.typeName}: ${booking.name}`,
    link: `${publicUrl}/admin/bookings/${booking.id}`,
    place: booking.type ? booking.type.location : '',
    from: new Date(booking.starts_at).toISOString(),
    to: new Date(booking.ends_at).toISOString(),
  }
  return feed.kind === 'google'
    ? putGoogleEvent(ctx, feed, { entry, event, signal })
    : putMicrosoftEvent(ctx, feed, { entry, event, signal })
}

type Event = { title: string; link: string; place: string; from: string; to: string }
type Putting = { entry: Entry; event: Event; signal: AbortSignal }

/** Google takes ids of the letters a to v and digits, so that the same booking cannot become two events. */
const googleId = (bookingId: string) => bookingId.replaceAll('-', '')

async function putGoogleEvent(ctx: Ctx, feed: OnlineFeed, { entry, event, signal }: Putting): Promise<null> {
  const id = googleId(entry.bookingId)
  const path = '/calendars/primary/events'
  const json = () => ({
    id,
    status: 'confirmed',
    summary: event.title,
    description: event.link,
    location: event.place,
    start: { dateTime: event.from },
    end: { dateTime: event.to },
  })
  let answer = await callCalendar(ctx, feed, { method: 'POST', path, json, signal })
  if (answer.status === 409)
    answer = await callCalendar(ctx, feed, { method: 'PUT', path: `${path}/${id}`, json, signal })
  refuseUnless(feed, answer.status >= 200 && answer.status < 300, answer.status)
  return null
}

async function putMicrosoftEvent(
  ctx: Ctx,
  feed: OnlineFeed,
  { entry, event, signal }: Putting,
): Promise<string> {
  const fields = {
    subject: event.title,
    body: { contentType: 'text', content: event.link },
    location: { displayName: event.place },
    start: { dateTime: event.from.replace('Z', ''), timeZone: 'UTC' },
    end: { dateTime: event.to.replace('Z', ''), timeZone: 'UTC' },
  }
  const path = '/me/events'
  if (entry.remoteId !== null) {
    const changing = { method: 'PATCH', path: `${path}/${encodeURIComponent(entry.remoteId)}` } as const
    const { status } = await callCalendar(ctx, feed, { ...changing, json: () => fields, signal })
    if (status === 200) return entry.remoteId
    refuseUnless(feed, status === 404, status)
  }
  // Repeated with the same number, it creates no second event.
  const json = () => ({ ...fields, transactionId: `${entry.bookingId}:${entry.sequence}` })
  const { status, body } = await callCalendar(ctx, feed, { method: 'POST', path, json, signal })
  const event_ = created.safeParse(body)
  if (!event_.success) throw refusal(feed, status)
  return event_.data.id
}

/** @throws {AppError} invalid */
export async function deleteOnlineEntry(
  ctx: Ctx,
  feed: OnlineFeed,
  { bookingId, remoteId }: Omit<Entry, 'sequence'>,
  signal: AbortSignal,
): Promise<void> {
  if (feed.kind === 'microsoft' && remoteId === null) return
  const path =
    feed.kind === 'google'
      ? `/calendars/primary/events/${googleId(bookingId)}`
      : `/me/events/${encodeURIComponent(String(remoteId))}`
  const { status } = await callCalendar(ctx, feed, { method: 'DELETE', path, signal })
  // The member may have deleted it already.
  refuseUnless(feed, (status >= 200 && status < 300) || status === 404 || status === 410, status)
}

function refuseUnless(feed: OnlineFeed, isGood: boolean, status: number): void {
  if (!isGood) throw refusal(feed, status)
}

function refusal({ kind }: OnlineFeed, status: number): EntryRefused {
  return new EntryRefused('invalid', `${oauthProviders[kind].label} did not take the event (${status}).`)
}
