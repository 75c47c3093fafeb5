export const DAY_MS = 86_400_000

/** Days are texts like 2026-11-21, which sort by time. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))
}

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    addDays(text, 0) === text
  )
}

/** Returns the same time that many months earlier. If that month lacks the day, the result falls in the next one. */
export function monthsBefore(at: number, months: number): number {
  const moment = new Date(at)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.getTime()
}

/** Returns the last full week before a day, Monday to Sunday. */
export function lastWeek(today: string): { from: string; to: string } {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -sinceMonday - 7)
  return { from: monday, to: addDays(monday, 6) }
}
