import { dayOf } from '#app/lib/site-day.ts'

import { clockOf, instantText, offsetName, shortDate } from '../meeting-time.ts'

export type ShownTime = { at: number; value: string; label: string }
export type ShownDay = { day: string; label: string; times: ShownTime[] }

/** Groups times by day in a time zone. Times that the clock shows twice get their offset in the label. */
export function groupByDay(times: readonly number[], timeZone: string, language: string): ShownDay[] {
  const days = new Map<string, ShownDay>()
  for (const at of times) {
    const day = dayOf(at, timeZone)
    const shown = days.get(day) ?? { day, label: shortDate(at, timeZone, language), times: [] }
    days.set(day, shown)
    shown.times.push({ at, value: instantText(at), label: clockOf(at, timeZone, language) })
  }
  for (const { times: ofDay } of days.values()) {
    const labels = ofDay.map(({ label }) => label)
    for (const [index, time] of ofDay.entries())
      if (labels.indexOf(time.label) !== index || labels.lastIndexOf(time.label) !== index)
        time.label = `${clockOf(time.at, timeZone, language)} ${offsetName(time.at, timeZone)}`
  }
  return [...days.values()]
}

/** Common time zones; the visitor's own is added to them. */
const common = [
  'Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver America/Phoenix America/Chicago',
  'America/Mexico_City America/New_York America/Bogota America/Lima America/Halifax America/Santiago',
  'America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires Atlantic/Azores UTC Europe/London',
  'Africa/Lagos Africa/Casablanca Europe/Berlin Europe/Paris Europe/Madrid Europe/Warsaw Africa/Johannesburg',
  'Europe/Athens Europe/Kyiv Africa/Cairo Asia/Jerusalem Europe/Istanbul Europe/Moscow Asia/Riyadh',
  'Africa/Nairobi Asia/Tehran Asia/Dubai Asia/Kabul Asia/Karachi Asia/Kolkata Asia/Kathmandu Asia/Dhaka',
  'Asia/Bangkok Asia/Jakarta Asia/Shanghai Asia/Singapore Australia/Perth Asia/Tokyo Asia/Seoul',
  'Australia/Adelaide Australia/Brisbane Australia/Sydney Pacific/Auckland Pacific/Chatham',
].flatMap((line) => line.split(' '))

export function offeredZones(...own: readonly string[]): string[] {
  return [...new Set([...own, ...common])].toSorted()
}
