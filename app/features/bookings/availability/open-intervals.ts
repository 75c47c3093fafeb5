import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Span } from '#app/lib/business-hours.ts'
import { DAY_MS } from '#app/lib/days.ts'
import { offsetAt } from '#app/lib/zoned-instants.ts'

const MINUTE_MS = 60_000
/** No zone is farther from UTC, and none changes its offset twice within twice this time. */
const FARTHEST = 26 * 3_600_000

export type Interval = { from: number; to: number }

/** Weekly opening hours in local time. */
export type WeeklyHours = {
  timeZone: string
  /** Monday to Sunday. */
  week: readonly (readonly Span[])[]
  /** Hours by date, such as 2026-12-25, or by day of every year, such as 12-25, that replace those of the weekday. */
  exceptions: Readonly<Record<string, readonly Span[]>>
}

/** Open time; steps are counted from `origin`, the instant at which the local clock shows the span's start. */
export type OpenInterval = Interval & { origin: number }

/** Returns the open time that overlaps a range, in local time: skipped hours are left out, repeated hours count twice. */
export function openIntervals(hours: WeeklyHours, { from, to }: Interval): OpenInterval[] {
  const open: OpenInterval[] = []
  // Night hours begin on the previous day, and a local day can be one day off the UTC day.
  const last = Math.floor(to / DAY_MS) + 1
  for (let day = Math.floor(from / DAY_MS) - 2; day <= last; day += 1)
    for (const span of spansOn(hours, day))
      for (const each of instantsWithin(hours.timeZone, day, span))
        if (each.to > from && each.from < to) open.push(each)
  return open.toSorted((one, other) => one.from - other.from)
}

/** @param day counted from 1970-01-01, which was a Thursday. */
function spansOn({ week, exceptions }: WeeklyHours, day: number): readonly Span[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const exception = exceptions[date] ?? exceptions[date.slice(5)]
  return exception ?? assertDefined(week[(((day + 3) % 7) + 7) % 7], 'a week has seven days')
}

function instantsWithin(timeZone: string, day: number, span: Span): OpenInterval[] {
  const begins = day * DAY_MS + span.from * MINUTE_MS
  const ends = day * DAY_MS + span.to * MINUTE_MS
  const { before, after, at } = offsetsAround(timeZone, day)
  if (before === after) return [{ from: begins - before, to: ends - before, origin: begins - before }]
  return [
    { from: begins - before, to: Math.min(ends - before, at), origin: begins - before },
    { from: Math.max(begins - after, at), to: ends - after, origin: begins - after },
  ].filter((each) => each.from < each.to)
}

type Offsets = { before: number; after: number; at: number }

const known = new Map<string, Offsets>()

/** Returns the offsets before and after a local day with its neighbouring nights, and the instant of the change between them. */
function offsetsAround(timeZone: string, day: number): Offsets {
  const key = `${timeZone} ${day}`
  const found = known.get(key)
  if (found) return found
  if (known.size > 20_000) known.clear()
  let [early, late] = [day * DAY_MS - FARTHEST, (day + 2) * DAY_MS + FARTHEST]
  const offsets = { before: offsetAt(timeZone, early), after: offsetAt(timeZone, late), at: late }
  if (offsets.before !== offsets.after) {
    while (late - early > 1000) {
      const middle = Math.floor((early + late) / 2000) * 1000
      if (offsetAt(timeZone, middle) === offsets.before) early = middle
      else late = middle
    }
    offsets.at = late
  }
  known.set(key, offsets)
  return offsets
}
