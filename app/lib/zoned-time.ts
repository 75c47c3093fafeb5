import { assertDefined } from './assert-defined.ts'
import { instantOfLocal } from './zoned-instants.ts'

/** Formats a moment as `datetime-local` inputs expect it: 2026-11-21T12:30. */
export function toLocalTime(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) =>
    assertDefined(
      parts.find((one) => one.type === type),
      'the format asks for this part',
    ).value
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Null if the text is not a time. A time skipped in spring moves forward by the gap; of two in autumn the first counts. */
export function fromLocalTime(local: string, timeZone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return null
  const wanted = Date.parse(`${local.slice(0, 16)}Z`)
  return Number.isNaN(wanted) ? null : instantOfLocal(timeZone, wanted)
}

/** Formats for example `02:10`, with the date if it is not today. */
export function clockTime(at: number, { timeZone, now }: { timeZone: string; now: number }): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return day.format(at) === day.format(now) ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}
