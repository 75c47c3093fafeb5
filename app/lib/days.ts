export const DAY_MS = 86_400_000

/** Calendar days as text, 2026-11-21: they sort as they follow each other. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** How many days from one to another; negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** Every day from one to another, both included. */
export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))
}

/** Whether text is a day that the calendar has. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    addDays(text, 0) === text
  )
}

/** The same moment so many calendar months earlier, UTC, in milliseconds; where that day is missing, the first after it. */
export function monthsBefore(at: number, months: number): number {
  const moment = new Date(at)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.getTime()
}
