import { addDays, daysBetween } from '#app/lib/days.ts'

/** A day of the grid; null is an empty place before the month's first shown day. */
export type Month = { month: string; days: (string | null)[] }

/**
 * Returns the weeks between two days, by month. A month begins with the week of its first shown day.
 * @param firstWeekday 1 for Monday to 7 for Sunday
 */
export function calendarMonths(first: string, last: string, firstWeekday: number): Month[] {
  const months: Month[] = []
  const column = (day: string) => (((daysBetween('2024-01-01', day) + 1 - firstWeekday) % 7) + 7) % 7
  const begin = addDays(first, -column(first))
  const end = addDays(last, 6 - column(last))
  for (let day = begin; day <= end; day = addDays(day, 1)) {
    const month = day.slice(0, 7)
    if (month < first.slice(0, 7) || month > last.slice(0, 7)) continue
    const shown = months.at(-1)
    if (shown?.month === month) shown.days.push(day)
    else months.push({ month, days: [...Array.from({ length: column(day) }, () => null), day] })
  }
  return months
}

/**
 * Returns the free day that an arrow key leads to. Weeks in which that day is not free are skipped.
 * @param step 1 and -1 for the next free days, 7 and -7 for those below and above
 */
export function freeDayFrom(day: string, step: number, free: readonly string[]): string | null {
  const isAhead = (each: string) => Math.sign(daysBetween(day, each)) === Math.sign(step)
  const ahead = free.filter(isAhead)
  const found = ahead.filter((each) => daysBetween(day, each) % step === 0)
  return (step > 0 ? found[0] : found.at(-1)) ?? null
}

/** Returns names of the weekdays in the order of the grid. */
export function weekdayNames(language: string, firstWeekday: number): string[] {
  const named = (weekday: 'short' | 'narrow') => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    // 2024 began with a Monday.
    return Array.from({ length: 7 }, (_, n) => format.format(Date.UTC(2024, 0, firstWeekday + n)))
  }
  const short = named('short')
  // Arabic and Bangla have no short names, and a phone has room for six letters.
  return short.some((name) => name.length > 6) ? named('narrow') : short
}
