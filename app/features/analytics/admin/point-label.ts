import type { Series, SeriesPoint } from '../stats/read-series.server.ts'

const dayFormats = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
}

/** A point of the chart as text: a day of the calendar, or an hour on the site's clocks. */
export function pointLabel(
  at: SeriesPoint['at'],
  unit: Series['unit'],
  timeZone: string,
  style: 'short' | 'long',
): string {
  if (unit === 'day' || typeof at === 'string') return dayFormats[style].format(Date.parse(`${at}T00:00:00Z`))
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(at)
}
