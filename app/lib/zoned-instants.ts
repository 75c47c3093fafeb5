const HOUR_MS = 3_600_000
/** Exceeds every zone's offset from UTC; no zone changes twice within twice this time. */
const FARTHEST = 26 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...parts })
  formats.set(timeZone, format)
  return format
}

const parts = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** Since then clocks changed only at whole minutes, so offsets can be cached by minute. */
const WHOLE_MINUTES_SINCE = Date.UTC(1973, 0)
const MOST_KNOWN = 20_000
const known = new Map<string, number>()

/** Returns the milliseconds by which a zone is ahead of UTC. Cached, because lists ask for the same midnights again. */
export function offsetAt(timeZone: string, instant: number): number {
  if (instant < WHOLE_MINUTES_SINCE) return readOffset(timeZone, instant)
  const minute = Math.floor(instant / 60_000)
  const key = `${timeZone} ${minute}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const offset = readOffset(timeZone, minute * 60_000)
  known.set(key, offset)
  return offset
}

function readOffset(timeZone: string, instant: number): number {
  const values = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(values.get(type))
  const date = [number('year'), number('month') - 1, number('day')] as const
  const shown = Date.UTC(...date, number('hour'), number('minute'), number('second'))
  return shown - Math.floor(instant / 1000) * 1000
}

/** Returns the instants of a local time: none if clocks skip it, two if they show it twice. */
function instantsOf(timeZone: string, local: number): number[] {
  const offsets = [offsetAt(timeZone, local - FARTHEST), offsetAt(timeZone, local + FARTHEST)]
  return [...new Set(offsets.map((offset) => local - offset))]
    .filter((instant) => instant + offsetAt(timeZone, instant) === local)
    .toSorted((one, other) => one - other)
}

function changeAround(timeZone: string, local: number): number {
  let [before, after] = [local - FARTHEST, local + FARTHEST]
  const shows = (instant: number) => instant + offsetAt(timeZone, instant)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (shows(middle) > local) after = middle
    else before = middle
  }
  return after
}

/** Returns the first instant of a local time, which is given in milliseconds as if it were UTC. */
export function firstInstant(timeZone: string, local: number): number {
  return instantsOf(timeZone, local)[0] ?? changeAround(timeZone, local)
}

/**
 * Returns the instant that a member means by a local time: the first of two, and a skipped time moves forward by the gap,
 * as Temporal and RFC 5545 have it.
 */
export function instantOfLocal(timeZone: string, local: number): number {
  return instantsOf(timeZone, local)[0] ?? local - offsetAt(timeZone, local - FARTHEST)
}

/** Returns the last such instant; it differs from the first if clocks are set back over that time. */
export function lastInstant(timeZone: string, local: number): number {
  return instantsOf(timeZone, local).at(-1) ?? changeAround(timeZone, local)
}
