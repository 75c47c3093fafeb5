import { type BusinessHours, openingAt, openSpansFrom } from './business-hours.ts'

/** What a text such as "2 hours" or "1 business day" promises. `amount` is in milliseconds or days. */
export type ReplyPromise = { unit: 'open-time' | 'business-days'; amount: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const units: readonly (readonly [RegExp, unit: ReplyPromise['unit'], size: number])[] = [
  [/^(business|working|work) ?-?days?$/, 'business-days', 1],
  [/^(minutes?|mins?|m)$/, 'open-time', MINUTE],
  [/^(hours?|hrs?|h)$/, 'open-time', HOUR],
  [/^(days?|d)$/, 'open-time', DAY],
  [/^(weeks?)$/, 'open-time', 7 * DAY],
]

const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
] as const

const AMOUNT =
  /(?:(\d+(?:[.,]\d+)?)\s*(?:-|–|to|or)\s*)?(\d+(?:[.,]\d+)?|an?|half an?|[a-z]+)\s*((?:business|working|work)[ -]days?|[a-z]+)/g
/** Longer texts are sentences, whose first amount might mean anything. */
const LONGEST = 60

/** Parses a promise; of a range, the upper end. Null if the text contains no duration. */
export function readPromise(text: string): ReplyPromise | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > LONGEST) return null
  if (/^(the )?(same|next) (business |working )?day$/.test(typed)) return { unit: 'business-days', amount: 1 }
  for (const [, , amount = '', name = ''] of typed.matchAll(AMOUNT)) {
    const unit = units.find(([pattern]) => pattern.test(name.replace('-', ' ')))
    const many = numberOf(amount)
    if (unit && many !== null && many > 0 && many <= 1000) return { unit: unit[1], amount: many * unit[2] }
  }
  return null
}

function numberOf(word: string): number | null {
  if (word === 'a' || word === 'an') return 1
  if (word.startsWith('half')) return 0.5
  const known = numbers.findIndex((number) => number === word)
  if (known >= 0) return known
  return /^\d/.test(word) ? Number(word.replace(',', '.')) : null
}

/**
 * Returns when a promise made at `at` is due, in milliseconds UTC. Only opening hours count. On days with limited
 * hours, a promise within a day is due by the end of the next open day.
 */
export function promisedBy(promise: ReplyPromise, { hours, timeZone, at }: From): number | null {
  const opening = { hours, timeZone, at }
  if (promise.unit === 'business-days') return afterOpenDays(promise.amount, opening)
  if (isRoundTheClock(hours)) return at + promise.amount
  const byTheClock = afterOpenTime(promise.amount, opening)
  const byTheDay = afterOpenDays(promise.amount / DAY, opening)
  return byTheClock === null || byTheDay === null ? byTheDay : Math.min(byTheClock, byTheDay)
}

type From = { hours: BusinessHours; timeZone: string; at: number }

function afterOpenTime(amount: number, { hours, timeZone, at }: From): number | null {
  let left = amount
  for (const { from, to } of openSpansFrom(hours, timeZone, at)) {
    if (left <= to - from) return from + left
    left -= to - from
  }
  return null
}

function isRoundTheClock({ week, closedOn }: BusinessHours): boolean {
  return (
    closedOn.length === 0 &&
    week.every((spans) => spans.length === 1 && spans[0]?.from === 0 && spans[0].to === 1440)
  )
}

/** Returns the end of opening on the day this many open days later. */
function afterOpenDays(days: number, { hours, timeZone, at }: From): number | null {
  const opening = openingAt(hours, timeZone, at)
  const start = opening.isOpen ? at : opening.opensAt
  if (start === null) return null
  const whole = Math.max(1, Math.ceil(days))
  let [counted, day, end] = [-1, -1, 0]
  for (const span of openSpansFrom(hours, timeZone, start)) {
    if (span.day !== day) {
      if (counted === whole) return end
      counted += 1
      day = span.day
    }
    end = span.to
  }
  return counted === whole ? end : null
}
