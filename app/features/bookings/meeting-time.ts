const shapes = {
  date: { locale: 'en-US', dateStyle: 'full' },
  shortDate: { locale: 'en-US', weekday: 'short', day: 'numeric', month: 'short' },
  clock: { locale: 'en-GB', hour: '2-digit', minute: '2-digit' },
  offset: { locale: 'en-US', timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions & { locale: string }>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Caches formatters: creating one takes a hundred times as long as using it, and its memory is freed late. */
function formatOf(shape: keyof typeof shapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`
  const found = formats.get(key)
  if (found) return found
  if (formats.size > 200) formats.clear()
  const { locale, ...options } = shapes[shape]
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** Returns, for example, `Tuesday, November 24, 2026, 10:00 – 10:30 GMT+1 (Europe/Berlin)`. */
export function describeMeeting(from: number, to: number, timeZone: string): string {
  const date = formatOf('date', timeZone).format(from)
  return `${date}, ${clockOf(from, timeZone)}–${clockOf(to, timeZone)} ${offsetName(from, timeZone)} (${timeZone})`
}

export function shortMeeting(from: number, timeZone: string): string {
  return `${shortDate(from, timeZone)}, ${clockOf(from, timeZone)} ${offsetName(from, timeZone)}`
}

export function shortDate(at: number, timeZone: string): string {
  return formatOf('shortDate', timeZone).format(at)
}

/** Use it with `offsetName` where an hour may be repeated. */
export function clockOf(at: number, timeZone: string): string {
  return formatOf('clock', timeZone).format(at)
}

export function offsetName(at: number, timeZone: string): string {
  const parts = formatOf('offset', timeZone).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /^GMT(\+0)?$/.test(name) ? 'UTC' : name
}

/** Returns the platform's name of the time zone, or null if it is unknown. */
export function readTimeZone(typed: string | null | undefined): string | null {
  if (!typed || typed.length > 60) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: typed }).resolvedOptions().timeZone
  } catch {
    return null
  }
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
