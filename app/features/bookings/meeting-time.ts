import { defaultLocale } from '#app/lib/messages.ts'

const shapes = {
  date: { dateStyle: 'full' },
  shortDate: { weekday: 'short', day: 'numeric', month: 'short' },
  clock: { hour: '2-digit', minute: '2-digit' },
  /** For clocks that count to 12, which write 9:00 and not 09:00. */
  halfDayClock: { hour: 'numeric', minute: '2-digit' },
  offset: { timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** English pages are read in many countries, so they show the clock with 24 hours. */
const clockOfEnglish: Intl.DateTimeFormatOptions = { hourCycle: 'h23' }

const formats = new Map<string, Intl.DateTimeFormat>()

type Place = { timeZone: string; language: string }

/** Caches formatters: creating one takes a hundred times as long as using it, and its memory is freed late. */
function formatOf(shape: keyof typeof shapes, { timeZone, language }: Place): Intl.DateTimeFormat {
  const key = `${shape} ${language} ${timeZone}`
  const found = formats.get(key)
  if (found) return found
  if (formats.size > 200) formats.clear()
  const own = shape === 'clock' && language === defaultLocale ? clockOfEnglish : {}
  const format = new Intl.DateTimeFormat(language, { ...shapes[shape], ...own, timeZone })
  formats.set(key, format)
  return format
}

/** Returns, for example, `Tuesday, November 24, 2026, 10:00 – 10:30 GMT+1 (Europe/Berlin)`. */
export function describeMeeting(
  from: number,
  to: number,
  timeZone: string,
  language: string = defaultLocale,
): string {
  const date = formatOf('date', { timeZone, language }).format(from)
  const clocks = `${clockOf(from, timeZone, language)}–${clockOf(to, timeZone, language)}`
  return `${date}${date.includes('،') ? '،' : ','} ${clocks} ${offsetName(from, timeZone)} (${timeZone})`
}

export function shortMeeting(from: number, timeZone: string, language: string = defaultLocale): string {
  return `${shortDate(from, timeZone, language)}, ${clockOf(from, timeZone, language)} ${offsetName(from, timeZone)}`
}

export function longDate(at: number, timeZone: string, language: string): string {
  return formatOf('date', { timeZone, language }).format(at)
}

export function shortDate(at: number, timeZone: string, language: string): string {
  return formatOf('shortDate', { timeZone, language }).format(at)
}

/** Use it with `offsetName` where an hour may be repeated. */
export function clockOf(at: number, timeZone: string, language: string = defaultLocale): string {
  const clock = formatOf('clock', { timeZone, language })
  if (clock.resolvedOptions().hour12 !== true) return clock.format(at)
  return formatOf('halfDayClock', { timeZone, language }).format(at)
}

export function offsetName(at: number, timeZone: string): string {
  const parts = formatOf('offset', { timeZone, language: defaultLocale }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /^GMT(\+0)?$/.test(name) ? 'UTC' : name
}

/** Returns an instant as in forms and URLs: 2026-11-24T09:00Z. */
export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

export function readInstant(text: string | null | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

export const MINUTE_MS = 60_000
