import { DAY_MS } from '#app/lib/days.ts'

import type { Interval } from '../availability/open-intervals.ts'

const units = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
} as const
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

type Frequency = keyof typeof units | 'MONTHLY' | 'YEARLY'

/** A rule of repetition (RFC 5545, 3.3.10). Lists are empty where the rule does not limit. */
export type Rule = {
  frequency: Frequency
  interval: number
  count: number | null
  /** As written, because its meaning depends on the zone of the event. */
  until: string | null
  /** Monday is 0. `nth` is 0 for every such day. */
  days: { nth: number; weekday: number }[]
  weekStart: number
  lists: Record<ListName, number[]>
}

const ranges = {
  BYSECOND: [0, 60],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
} as const
type ListName = keyof typeof ranges
const listNames = Object.keys(ranges) as ListName[]

/** Leaves out what cannot be understood, which `isOdd` says; the rule is null if it has no frequency or is of another calendar. */
export function readRule(text: string): { rule: Rule | null; isOdd: boolean } {
  const parts = new Map<string, string>()
  for (const part of text
    .toUpperCase()
    .replace(/^\s*RRULE:/, '')
    .split(';')) {
    const [name = '', value = ''] = part.split('=').map((each) => each.trim())
    if (name !== '') parts.set(name, value)
  }
  let isOdd = false
  const take = (name: string): string | undefined => {
    const value = parts.get(name)
    parts.delete(name)
    return value
  }
  const number = (name: string): number | null => {
    const value = take(name)
    if (value === undefined) return null
    if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value)
    isOdd ||= value !== '0' || name !== 'INTERVAL'
    return null
  }
  const values = (name: string): string[] =>
    take(name)
      ?.split(',')
      .map((each) => each.trim()) ?? []
  const list = (name: ListName): number[] => {
    const [least, most] = ranges[name]
    const typed = values(name)
    const good = typed.filter((each) => /^[+-]?\d{1,3}$/.test(each)).map(Number)
    const within = good.filter((each) => each >= least && each <= most && (least >= 0 || each !== 0))
    isOdd ||= within.length < typed.length
    return [...new Set(within)].toSorted((one, other) => one - other)
  }
  const frequency = take('FREQ') ?? ''
  const typedDays = values('BYDAY')
  const days = typedDays.flatMap((each) => {
    const [, nth = '0', name = ''] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(each) ?? []
    return name === '' ? [] : [{ nth: Number(nth), weekday: weekdays.indexOf(name) }]
  })
  isOdd ||= days.length < typedDays.length
  const weekStart = weekdays.indexOf(take('WKST') ?? 'MO')
  const rule = {
    frequency: frequency as Frequency,
    interval: number('INTERVAL') ?? 1,
    count: number('COUNT'),
    until: take('UNTIL') ?? null,
    days,
    weekStart: Math.max(0, weekStart),
    lists: Object.fromEntries(listNames.map((name) => [name, list(name)])) as Rule['lists'],
  }
  const isGregorian = (take('RSCALE') ?? 'GREGORIAN') === 'GREGORIAN'
  isOdd ||= (take('SKIP') ?? 'OMIT') !== 'OMIT'
  isOdd ||= weekStart < 0 || [...parts.keys()].some((name) => !name.startsWith('X-'))
  const isKnown = frequency in units || frequency === 'MONTHLY' || frequency === 'YEARLY'
  return isKnown && isGregorian ? { rule, isOdd } : { rule: null, isOdd: true }
}

/** How much work is left; a step takes less than a microsecond. */
export type Steps = { left: number }

/**
 * Yields the repetitions from `start` on that begin within a range, in order. Times are local, in milliseconds as if they
 * were UTC. Stops at the rule's count, but not at its end. Stops early when no steps are left.
 */
export function* repetitions(typed: Rule, start: number, within: Interval, steps: Steps): Generator<number> {
  const rule = withDefaults(typed, start)
  let left = rule.count ?? Infinity
  for (let n = rule.count === null ? periodsBefore(rule, start, within.from) : 0; left > 0; n += 1) {
    const period = periodOf(rule, start, n)
    if (!(period.from <= within.to)) return
    for (const time of timesOf(rule, period, steps)) {
      if (time < start) continue
      if (time >= within.from && time <= within.to) yield time
      left -= 1
      if (left === 0) return
    }
    steps.left -= 1
    if (steps.left < 0) return
  }
}

/** Adds what a rule leaves out, such as the weekday. It is that of the first time. */
function withDefaults(rule: Rule, start: number): Rule {
  const at = new Date(start)
  const { frequency, days, lists } = rule
  const isDayFree = days.length + lists.BYMONTHDAY.length + lists.BYYEARDAY.length === 0
  const isYearly = frequency === 'YEARLY'
  const isWeekly = frequency === 'WEEKLY' || lists.BYWEEKNO.length > 0
  const or = (list: number[], isMissing: boolean, value: number) =>
    isMissing && list.length === 0 ? [value] : list
  const isDaily = !['SECONDLY', 'MINUTELY', 'HOURLY'].includes(frequency)
  return {
    ...rule,
    days: isDayFree && isWeekly ? [{ nth: 0, weekday: weekdayOf(start) }] : days,
    lists: {
      ...lists,
      BYMONTH: or(lists.BYMONTH, isDayFree && isYearly && !isWeekly, at.getUTCMonth() + 1),
      BYMONTHDAY: or(
        lists.BYMONTHDAY,
        isDayFree && !isWeekly && (isYearly || frequency === 'MONTHLY'),
        at.getUTCDate(),
      ),
      BYHOUR: or(lists.BYHOUR, isDaily, at.getUTCHours()),
      BYMINUTE: or(lists.BYMINUTE, isDaily || frequency === 'HOURLY', at.getUTCMinutes()),
      BYSECOND: or(lists.BYSECOND, frequency !== 'SECONDLY', at.getUTCSeconds()),
    },
  }
}

/** Monday is 0. */
function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + 6) % 7
}

function firstPeriod({ frequency, weekStart }: Rule, start: number): number {
  if (frequency === 'YEARLY' || frequency === 'MONTHLY') return start
  if (frequency !== 'WEEKLY') return Math.floor(start / units[frequency]) * units[frequency]
  const day = Math.floor(start / DAY_MS) * DAY_MS
  return day - ((weekdayOf(start) - weekStart + 7) % 7) * DAY_MS
}

function periodOf(rule: Rule, start: number, n: number): Interval {
  const { frequency, interval } = rule
  const at = new Date(start)
  const passed = n * interval
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  if (frequency === 'YEARLY') return { from: Date.UTC(year + passed, 0), to: Date.UTC(year + passed + 1, 0) }
  if (frequency === 'MONTHLY')
    return { from: Date.UTC(year, month + passed), to: Date.UTC(year, month + passed + 1) }
  const from = firstPeriod(rule, start) + passed * units[frequency]
  return { from, to: from + units[frequency] }
}

/** Returns how many periods can be skipped, because they end before an instant. Rather too few than too many. */
function periodsBefore({ frequency, interval }: Rule, start: number, before: number): number {
  const longest = { ...units, MONTHLY: 31 * DAY_MS, YEARLY: 366 * DAY_MS }[frequency]
  return Math.max(0, Math.floor((before - start) / (longest * interval)) - 1)
}

/** Returns a period's times in order, those before the start too, because positions count them. */
function timesOf({ lists, ...rule }: Rule, period: Interval, steps: Steps): number[] {
  const begins = new Date(period.from)
  const or = (list: number[], own: number) => (list.length > 0 ? list : [own])
  const times: number[] = []
  for (let day = Math.floor(period.from / DAY_MS) * DAY_MS; day < period.to; day += DAY_MS) {
    steps.left -= 1
    if (!isDayOf({ lists, ...rule }, day)) continue
    for (const hour of or(lists.BYHOUR, begins.getUTCHours()))
      for (const minute of or(lists.BYMINUTE, begins.getUTCMinutes()))
        for (const second of or(lists.BYSECOND, begins.getUTCSeconds())) {
          const time = day + ((hour * 60 + minute) * 60 + second) * 1000
          if (time >= period.from && time < period.to) times.push(time)
          steps.left -= 1
        }
    if (steps.left < 0) break
  }
  if (lists.BYSETPOS.length === 0) return times
  const chosen = lists.BYSETPOS.flatMap((nth) => times.at(nth > 0 ? nth - 1 : nth) ?? [])
  return [...new Set(chosen)].toSorted((one, other) => one - other)
}

function isDayOf({ frequency, days, weekStart, lists }: Rule, day: number): boolean {
  const at = new Date(day)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const inMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const inYear = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY_MS
  const yearDay = (day - Date.UTC(year, 0)) / DAY_MS + 1
  const has = (list: number[], value: number, total: number) =>
    list.length === 0 || list.includes(value) || list.includes(value - total - 1)
  if (lists.BYMONTH.length > 0 && !lists.BYMONTH.includes(month + 1)) return false
  if (!has(lists.BYMONTHDAY, date, inMonth) || !has(lists.BYYEARDAY, yearDay, inYear)) return false
  if (lists.BYWEEKNO.length > 0) {
    const week = weekOf(day, weekStart)
    if (!has(lists.BYWEEKNO, week.number, week.total)) return false
  }
  if (days.length === 0) return true
  const isMonthly = frequency === 'MONTHLY' || lists.BYMONTH.length > 0
  const isCounted = frequency === 'MONTHLY' || (frequency === 'YEARLY' && lists.BYWEEKNO.length === 0)
  const [place, places] = isMonthly ? [date, inMonth] : [yearDay, inYear]
  const fromEnd = -Math.ceil((places - place + 1) / 7)
  const isNth = (nth: number) => nth === 0 || !isCounted || nth === Math.ceil(place / 7) || nth === fromEnd
  return days.some(({ nth, weekday }) => weekday === weekdayOf(day) && isNth(nth))
}

/** The first week of a year has at least four of its days. */
function weekOf(day: number, weekStart: number): { number: number; total: number } {
  const middle = (at: number) => at - ((weekdayOf(at) - weekStart + 7) % 7) * DAY_MS + 3 * DAY_MS
  const year = new Date(middle(day)).getUTCFullYear()
  const count = (at: number) => Math.floor((middle(at) - Date.UTC(year, 0)) / (7 * DAY_MS)) + 1
  return { number: count(day), total: count(Date.UTC(year, 11, 28)) }
}
