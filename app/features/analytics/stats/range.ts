import { addDays, daysBetween, isDay } from '#app/lib/days.ts'

export const rangeNames = ['today', '7d', '30d', '90d', '365d', 'custom'] as const

export type RangeName = (typeof rangeNames)[number]

/** Days in the site's time zone, both inclusive. */
export type Range = { name: RangeName; from: string; to: string }

const lengths: Record<Exclude<RangeName, 'custom'>, number> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '365d': 365,
}
export const LONGEST_DAYS = 731

/** Reads the query of a URL; invalid values become the last 30 days. */
export function readRange(params: URLSearchParams, today: string): Range {
  const name = rangeNames.find((known) => known === params.get('range')) ?? '30d'
  return (name === 'custom' ? readOwnRange(params, today) : null) ?? endingToday(name, today)
}

function endingToday(name: RangeName, today: string): Range {
  const known = name === 'custom' ? '30d' : name
  return { name: known, from: addDays(today, 1 - lengths[known]), to: today }
}

function readOwnRange(params: URLSearchParams, today: string): Range | null {
  const [one, two] = [params.get('from'), params.get('to')]
  if (!one || !two || !isDay(one) || !isDay(two)) return null
  const [from, to] = one <= two ? [one, two] : [two, one]
  const end = to > today ? today : to
  const isTooLong = daysBetween(from, end) >= LONGEST_DAYS
  return from > end || isTooLong ? null : { name: 'custom', from, to: end }
}

export function rangeQuery({ name, from, to }: Range): [string, string][] {
  const range: [string, string] = ['range', name]
  return name === 'custom' ? [range, ['from', from], ['to', to]] : [range]
}
