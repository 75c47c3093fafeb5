import { DAY_MS, addDays } from './days.ts'

const MINUTE_MS = 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The last minute asked for in each zone, a cache that serves thousands of visits a second. */
const lastAsked = new Map<string, { minute: number; day: string }>()

export function dayOf(at: number, timeZone: string): string {
  const minute = Math.floor(at / MINUTE_MS)
  const last = lastAsked.get(timeZone)
  if (last?.minute === minute) return last.day
  const day = formatOf(timeZone).format(at)
  lastAsked.set(timeZone, { minute, day })
  return day
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // The Canadian date format is ISO 8601.
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'iso8601',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

const starts = new Map<string, number>()

/** Uses bisection, because some days begin at one o'clock, and some zones skipped days. */
export function startOfDay(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const midnightAtUtc = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [midnightAtUtc - DAY_MS, midnightAtUtc + DAY_MS]
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (dayOf(middle, timeZone) >= day) after = middle
    else before = middle
  }
  if (starts.size > 5000) starts.clear()
  starts.set(key, after)
  return after
}

export function endOfDay(day: string, timeZone: string): number {
  return startOfDay(addDays(day, 1), timeZone)
}
