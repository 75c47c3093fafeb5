const seconds: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [604_800, 'day', 86_400],
]

type TimeProps = { at: number; timeZone: string; now?: number; locale?: string }

/** With `now`, times less than a week away are relative. */
export function Time({ at, timeZone, now, locale = 'en-US' }: TimeProps) {
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    at,
  )
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {now === undefined ? full : (relative(at, now, locale) ?? day)}
    </time>
  )
}

function relative(at: number, now: number, locale: string): string | null {
  const distance = Math.round((at - now) / 1000)
  const step = seconds.find(([limit]) => Math.abs(distance) < limit)
  if (!step) return null
  const [, unit, size] = step
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(
    Math.trunc(distance / size),
    unit,
  )
}
