import { assertDefined } from './assert-defined.ts'
import { firstInstant, lastInstant, offsetAt } from './zoned-instants.ts'

/** Minutes after midnight; `to` exceeds 1440 if the span ends after midnight. */
export type Span = { from: number; to: number }

export type BusinessHours = {
  /** Monday to Sunday. */
  week: readonly (readonly Span[])[]
  /** Closed days, such as 2026-12-25. */
  closedOn: readonly string[]
}

export const DAY_MINUTES = 1440
const DAY_MS = 86_400_000

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const wholeDay: readonly Span[] = [{ from: 0, to: DAY_MINUTES }]

export const alwaysOpen: BusinessHours = { week: weekdays.map(() => wholeDay), closedOn: [] }

export type Opening = { isOpen: true } | { isOpen: false; opensAt: number | null }

const DAYS_AHEAD = 60

/** Returns whether the business is open at an instant and, if not, when it next opens. Milliseconds UTC. */
export function openingAt(hours: BusinessHours, timeZone: string, at: number): Opening {
  const today = Math.floor((at + offsetAt(timeZone, at)) / DAY_MS)
  let opensAt: number | null = null
  // Start a day earlier, because its hours may extend past midnight.
  for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1) {
    for (const { from, to } of spansOn(hours, day)) {
      const begins = firstInstant(timeZone, instantOf(day, from))
      const ends = lastInstant(timeZone, instantOf(day, to))
      if (begins <= at && at < ends) return { isOpen: true }
      if (begins > at && begins < ends) opensAt = Math.min(opensAt ?? begins, begins)
    }
    if (opensAt !== null && day > today) break
  }
  return { isOpen: false, opensAt }
}

/** Yields opening spans for about two months, the first one cut at `at`. Days count from 1970-01-01. */
export function* openSpansFrom(
  hours: BusinessHours,
  timeZone: string,
  at: number,
): Generator<{ day: number; from: number; to: number }> {
  const today = Math.floor((at + offsetAt(timeZone, at)) / DAY_MS)
  for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1)
    for (const span of spansOn(hours, day)) {
      const from = Math.max(at, firstInstant(timeZone, instantOf(day, span.from)))
      const to = lastInstant(timeZone, instantOf(day, span.to))
      if (to > from) yield { day, from, to }
    }
}

function instantOf(day: number, minutes: number): number {
  return day * DAY_MS + minutes * 60_000
}

/** @param day counted from 1970-01-01, a Thursday */
function spansOn({ week, closedOn }: BusinessHours, day: number): readonly Span[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (closedOn.includes(date)) return []
  return assertDefined(week[(((day + 3) % 7) + 7) % 7], 'a week has seven days')
}

const SPAN = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

/** Parses `9-12, 13:30-17` or `24 hours`; an empty text is a closed day. Null if invalid. */
export function parseSpans(text: string): readonly Span[] | null {
  const typed = text.trim().toLowerCase()
  if (typed === '' || typed === 'closed') return []
  if (typed === '24 hours') return wholeDay
  const spans: Span[] = []
  let end = 0
  for (const part of typed.replaceAll(/\s*[-–—]\s*/g, '-').split(/\s*[,;]\s*/)) {
    const span = parseSpan(part)
    if (!span || span.from < end) return null
    spans.push(span)
    end = span.to
  }
  return spans
}

function parseSpan(text: string): Span | null {
  const found = SPAN.exec(text)
  if (!found) return null
  const [, fromHour, fromMinute = '0', toHour, toMinute = '0'] = found
  if (Number(fromMinute) > 59 || Number(toMinute) > 59) return null
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const to = Number(toHour) * 60 + Number(toMinute)
  if (from >= DAY_MINUTES || to > DAY_MINUTES || from === to) return null
  return { from, to: to > from ? to : to + DAY_MINUTES }
}

export function spansText(spans: readonly Span[]): string {
  if (spans.length === 1 && isWholeDay(spans)) return '24 hours'
  return spans.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(', ')
}

function isWholeDay(spans: readonly Span[]): boolean {
  return spans[0]?.from === 0 && spans[0].to === DAY_MINUTES
}

function clock(minutes: number): string {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes
  return `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`
}

/** Formats opening hours, such as `Monday to Friday 9:00-17:00 (Europe/Berlin)`. */
export function describeHours({ week }: BusinessHours, timeZone: string, language = 'en'): string {
  if (week.every(isWholeDay)) return '24/7'
  const days = week.map((spans, day) => ({ text: spansText(spans), first: day, last: day }))
  const runs: typeof days = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.text === day.text) run.last = day.last
    else runs.push({ ...day })
  }
  const open = runs.filter(({ text }) => text !== '')
  if (open.length === 0) return ''
  return `${open.map(({ first, last, text }) => `${nameOf(first, last, language)} ${text}`).join('; ')} (${timeZone})`
}

function nameOf(first: number, last: number, language: string): string {
  if (language === 'en')
    return first === last ? `${weekdays[first]}` : `${weekdays[first]} to ${weekdays[last]}`
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 2024 began with a Monday.
  const [from, to] = [first, last].map((day) => format.format(Date.UTC(2024, 0, 1 + day)))
  return first === last ? `${from}` : `${from} – ${to}`
}
