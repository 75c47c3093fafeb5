const seconds: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [604_800, 'day', 86_400],
]

type Formats = { full: Intl.DateTimeFormat; day: Intl.DateTimeFormat; relative: Intl.RelativeTimeFormat }

/** By locale and time zone: to make a format takes far longer than to use it. */
const kept = new Map<string, Formats>()

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  const formats = kept.get(key) ?? {
    full: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  }
  kept.set(key, formats)
  return formats
}

type TimeProps = { at: number; timeZone: string; now?: number; locale?: string }

/** With `now`, times less than a week away are relative. */
export function Time({ at, timeZone, now, locale = 'en-US' }: TimeProps) {
  const formats = formatsOf(locale, timeZone)
  const full = formats.full.format(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {now === undefined ? full : (relative(at, now, formats.relative) ?? formats.day.format(at))}
    </time>
  )
}

function relative(at: number, now: number, format: Intl.RelativeTimeFormat): string | null {
  const distance = Math.round((at - now) / 1000)
  const step = seconds.find(([limit]) => Math.abs(distance) < limit)
  if (!step) return null
  const [, unit, size] = step
  return format.format(Math.trunc(distance / size), unit)
}
