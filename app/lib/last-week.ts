import { addDays } from './days.ts'

/** Returns the last full week before a day, Monday to Sunday. */
export function lastWeek(today: string): { from: string; to: string } {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -sinceMonday - 7)
  return { from: monday, to: addDays(monday, 6) }
}
