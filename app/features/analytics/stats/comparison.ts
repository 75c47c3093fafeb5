import { addDays, daysBetween, isDay } from '#app/lib/days.ts'
import { startOfDay } from '#app/lib/site-day.ts'
import { firstInstant, offsetAt } from '#app/lib/zoned-instants.ts'

import type { Range } from './range.ts'

const DAY = 86_400_000
const MINUTE = 60_000

export const comparisonNames = ['previous', 'year', 'custom', 'none'] as const

export type ComparisonName = (typeof comparisonNames)[number]

/** A period as long as the range. `cut` is the number of minutes that count of its last day; null for the whole day. */
export type Comparison = {
  name: Exclude<ComparisonName, 'none'>
  from: string
  to: string
  cut: number | null
}

type Now = { now: number; today: string; timeZone: string }

/** Reads the query of a URL; invalid values become the period just before. Returns null for no comparison. */
export function readComparison(params: URLSearchParams, range: Range, now: Now): Comparison | null {
  const name = comparisonNames.find((known) => known === params.get('compare')) ?? 'previous'
  if (name === 'none') return null
  const since = name === 'custom' ? params.get('since') : null
  return comparisonOf(range, now, name === 'year' ? 'year' : since)
}

/** @param wish `year`, or the day on which the comparison period begins; null for the period just before. */
export function comparisonOf(range: Range, now: Now, wish: string | null = null): Comparison {
  const length = daysBetween(range.from, range.to) + 1
  const own = wish !== null && isDay(wish) ? wish : null
  const end = own && addDays(own, length - 1)
  const [name, to] =
    wish === 'year'
      ? (['year', yearBefore(range.to)] as const)
      : end !== null && end <= now.today
        ? (['custom', end] as const)
        : (['previous', addDays(range.from, -1)] as const)
  return {
    name,
    from: addDays(to, 1 - length),
    to,
    cut: range.to === now.today ? elapsedMinutes(to, now) : null,
  }
}

/** Returns the same date a year earlier; February 28 for a leap day. */
function yearBefore(day: string): string {
  const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDay(date) ? date : `${date.slice(0, 8)}28`
}

/**
 * Returns the minutes of a day up to the current time of day, including the current minute. On days of 23 or 25 hours
 * that may be an hour less or more than on other days.
 */
export function elapsedMinutes(day: string, { now, timeZone }: Pick<Now, 'now' | 'timeZone'>): number {
  const clock = (((now + offsetAt(timeZone, now)) % DAY) + DAY) % DAY
  const until = firstInstant(timeZone, Date.parse(`${day}T00:00:00Z`) + clock)
  const start = startOfDay(day, timeZone)
  return Math.max(0, Math.floor((until - start) / MINUTE)) + 1
}

export function comparisonQuery(comparison: Comparison | null): [string, string][] {
  if (comparison === null) return [['compare', 'none']]
  const { name, from } = comparison
  if (name === 'previous') return []
  return name === 'custom'
    ? [
        ['compare', name],
        ['since', from],
      ]
    : [['compare', name]]
}
