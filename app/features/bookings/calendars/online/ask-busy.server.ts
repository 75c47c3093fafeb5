import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { merge } from '../../availability/free-times.ts'
import type { Interval } from '../../availability/open-intervals.ts'
import { callCalendar, type OnlineFeed } from './access.server.ts'

/** Both providers refuse longer ranges: Google beyond some three months, Microsoft beyond 62 days. */
const LONGEST_RANGE = 60 * DAY

/** Returns when the calendar is busy, without the bookings that were written into it. @throws {AppError} invalid */
export async function askBusy(
  ctx: Ctx,
  feed: OnlineFeed,
  within: Interval,
  signal: AbortSignal,
): Promise<Interval[]> {
  const busy: Interval[] = []
  for (let { from } = within; from < within.to; from += LONGEST_RANGE) {
    const part = { from, to: Math.min(from + LONGEST_RANGE, within.to) }
    const ask = feed.kind === 'google' ? askGoogle : askMicrosoft
    busy.push(...(await ask(ctx, feed, part, signal)))
  }
  return without(merge(busy), await writtenBookings(ctx, feed.id))
}

const time = z.string().transform((text, context) => {
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return at
  context.addIssue({ code: 'custom', message: 'is no time' })
  return z.NEVER
})

const freeBusy = z.object({
  calendars: z.object({
    primary: z.object({
      errors: z.array(z.object({ reason: z.string() })).default([]),
      busy: z.array(z.object({ start: time, end: time })).default([]),
    }),
  }),
})

async function askGoogle(ctx: Ctx, feed: OnlineFeed, range: Interval, signal: AbortSignal) {
  const { status, body } = await callCalendar(ctx, feed, {
    method: 'POST',
    path: '/freeBusy',
    json: () => ({
      timeMin: new Date(range.from).toISOString(),
      timeMax: new Date(range.to).toISOString(),
      timeZone: 'UTC',
      items: [{ id: 'primary' }],
    }),
    signal,
  })
  const answer = freeBusy.safeParse(body)
  if (status !== 200 || !answer.success) throw unreadable('Google', status)
  const { errors, busy } = answer.data.calendars.primary
  if (errors[0]) throw new AppError('invalid', `Google could not read the calendar (${errors[0].reason}).`)
  return busy.map(({ start, end }) => ({ from: start, to: end }))
}

/** Graph writes times without a zone; UTC was asked for. */
const utc = z.object({
  dateTime: z
    .string()
    .transform((text) => `${text.replace(/Z$/, '')}Z`)
    .pipe(time),
})

const schedules = z.object({
  value: z
    .array(
      z.object({
        error: z.object({ responseCode: z.string().nullish() }).nullish(),
        scheduleItems: z.array(z.object({ status: z.string().nullish(), start: utc, end: utc })).nullish(),
      }),
    )
    .min(1),
})

const notBusy = new Set(['free', 'workingElsewhere'])

async function askMicrosoft(
  ctx: Ctx,
  feed: OnlineFeed,
  range: Interval,
  signal: AbortSignal,
): Promise<Interval[]> {
  const at = (moment: number) => ({ dateTime: new Date(moment).toISOString().slice(0, 19), timeZone: 'UTC' })
  const { status, body } = await callCalendar(ctx, feed, {
    method: 'POST',
    path: '/me/calendar/getSchedule',
    json: (account) => ({
      schedules: [account],
      startTime: at(range.from),
      endTime: at(range.to),
      availabilityViewInterval: 60,
    }),
    signal,
  })
  const answer = schedules.safeParse(body)
  if (status !== 200 || !answer.success) throw unreadable('Microsoft 365', status)
  const [schedule] = answer.data.value
  if (schedule?.error)
    throw new AppError(
      'invalid',
      `Microsoft 365 could not read the calendar (${schedule.error.responseCode}).`,
    )
  const items = schedule?.scheduleItems
  if (!items) return []
  return items
    .filter(({ status: is }) => !is || !notBusy.has(is))
    .map(({ start, end }) => ({ from: start.dateTime, to: end.dateTime }))
}

function unreadable(label: string, status: number): AppError {
  return new AppError('invalid', `${label} gave an answer that cannot be read (${status}).`)
}

/** The calendar does not tell which of its busy times are our own bookings. */
async function writtenBookings(ctx: Ctx, feedId: string): Promise<Interval[]> {
  const rows = await ctx.db
    .selectFrom('calendar_entry')
    .innerJoin('booking', 'booking.id', 'booking_id')
    .select(['starts_at', 'ends_at'])
    .where('feed_id', '=', feedId)
    .where('state', '=', 'booked')
    .where('ends_at', '>', ctx.clock.now() - DAY)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at }))
}

function without(busy: readonly Interval[], own: readonly Interval[]): Interval[] {
  let left = [...busy]
  for (const { from, to } of own)
    left = left.flatMap((each) =>
      each.to <= from || each.from >= to
        ? [each]
        : [
            { from: each.from, to: from },
            { from: to, to: each.to },
          ].filter((rest) => rest.from < rest.to),
    )
  return left
}
