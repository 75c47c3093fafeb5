import { readTimeZone } from '#app/lib/time-zones.ts'
import { parseSpans, spansText, weekdays } from '#app/lib/business-hours.ts'
import { isDay, listDays } from '#app/lib/days.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { refreshOneCalendar } from '../calendars/refresh-calendars.job.server.ts'
import { findHours } from './member-hours.server.ts'

const MOST_EXCEPTIONS = 200
const SENTENCE = 'Please enter hours such as 9-12, 13:30-17, or leave the day empty.'

export async function getHours(ctx: Ctx, memberId: string) {
  requireActor(ctx, 'bookings.read')
  const member = await findMember(ctx, memberId)
  const hours = (await findHours(ctx, [memberId])).get(memberId)
  if (!hours) throw new AppError('not-found', 'There is no such member.')
  const exceptions = Object.entries(hours.exceptions).map(([day, text]) => `${day} ${text || 'closed'}`)
  return { member, timeZone: hours.timeZone, week: hours.week, exceptions: exceptions.toSorted().join('\n') }
}

type Typed = { id: string } & Readonly<Record<string, string>>

/** @throws {FieldErrors} timeZone, day-0 to day-6, exceptions @throws {AppError} not-found */
export async function saveHours(ctx: Ctx, typed: Typed): Promise<void> {
  requireActor(ctx, 'bookings.write')
  const member = await findMember(ctx, typed.id)
  const faults: Record<string, string> = {}
  const timeZone = readTimeZone(typed['timeZone'])
  if (timeZone === null) faults['timeZone'] = 'Please enter a time zone such as Europe/Berlin.'
  const week = weekdays.map((_, n) => {
    const text = readSpans(typed[`day-${n}`])
    if (text === null) faults[`day-${n}`] = SENTENCE
    return text
  })
  const exceptions = readExceptions(typed['exceptions'])
  if (typeof exceptions === 'string') faults['exceptions'] = exceptions
  if (Object.keys(faults).length > 0 || timeZone === null) throw new FieldErrors(faults)
  const row = {
    time_zone: timeZone,
    week: JSON.stringify(week),
    exceptions: JSON.stringify(exceptions),
    updated_at: ctx.clock.now(),
  }
  await withTransaction(ctx, async (ctx) => {
    const before = (await findHours(ctx, [member.id])).get(member.id)
    await ctx.db
      .insertInto('member_hours')
      .values({ member_id: member.id, feed_version: 0, ...row })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
      .execute()
    if (before?.timeZone !== timeZone) await queueCalendars(ctx, member.id)
    const path = `/admin/bookings/hours/${member.id}`
    await recordChange(ctx, {
      what: 'booking.hours_saved',
      subject: { id: member.id, title: member.name, path },
    })
  })
}

async function queueCalendars(ctx: Ctx, memberId: string): Promise<void> {
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select('id')
    .where('member_id', '=', memberId)
    .execute()
  for (const { id } of feeds) await enqueue(ctx, refreshOneCalendar, { feedId: id })
}

/** Returns the spans as stored, or null if they cannot be parsed. */
function readSpans(typed = ''): string | null {
  const spans = parseSpans(typed.slice(0, 200))
  return spans && spansText(spans)
}

/**
 * Parses lines such as `2026-12-24 9-12`, `2026-12-28 to 2026-12-31 closed` and, for every year, `12-25 closed`; returns
 * an error message for one that is invalid.
 */
function readExceptions(typed = ''): Record<string, string> | string {
  const lines = typed.split('\n').map((text) => text.trim())
  const found: Record<string, string> = {}
  for (const text of lines.filter(Boolean)) {
    const line = EXCEPTION.exec(text)?.groups
    const spans = readSpans(line?.['hours'])
    const days = !line || spans === null ? [] : daysOf(String(line['first']), line['last'])
    if (days.length === 0)
      return `Please write each line as a day and its hours, such as 2026-12-24 9-12, or as days off, such as 2026-12-28 to 2026-12-31 closed, not “${text.slice(0, 40)}”.`
    for (const day of days) found[day] = String(spans)
    if (Object.keys(found).length > MOST_EXCEPTIONS) return `Please enter at most ${MOST_EXCEPTIONS} days.`
  }
  return found
}

const EXCEPTION = /^(?<first>[\d-]{5,10})(?: *(?:to|–|\.\.) *(?<last>[\d-]{10}))?:?(?: (?<hours>.*)|$)/

/** Returns the dates of a range such as 2026-12-28 to 2026-12-31, or one yearly date such as 12-25; [] if it is unclear. */
function daysOf(first: string, last = first): string[] {
  // In a leap year, every day of a year exists.
  if (first === last && isDay(`2028-${first}`)) return [first]
  return isDay(first) && isDay(last) ? listDays(first, last).slice(0, MOST_EXCEPTIONS + 1) : []
}

async function findMember(ctx: Ctx, id: string) {
  const member = (await listMembers(ctx)).find((each) => each.id === id)
  if (!member) throw new AppError('not-found', 'There is no such member.')
  return member
}
