import { dayOf } from '#app/lib/site-day.ts'
import { MINUTE } from '#app/platform/clock.ts'

import { countedBy, type Dimension, type StoredEvent } from './dimensions.ts'

export type DayCount = { dimension: Dimension; day: string; key: string; n: number; visitors: number }
export type HourCount = { hour: number; kind: string; n: number }
/** A visitor seen under a key; the database decides whether it is the first time. */
export type Sighting = { day: string; dimension: Dimension; key: string; visitor: string; hour: number }

export type Folded = {
  days: Map<string, DayCount>
  hours: Map<string, HourCount>
  sightings: Map<string, Sighting>
}

/** Sums events by day and by hour, in the site's time zone. */
export function foldEvents(events: Iterable<StoredEvent>, timeZone: string): Folded {
  const folded: Folded = { days: new Map(), hours: new Map(), sightings: new Map() }
  for (const event of events) {
    const day = dayOf(event.at, timeZone)
    const hour = hourOf(event.at, timeZone)
    addHour(folded.hours, hour, event.kind)
    for (const { dimension, key, byVisitor } of countedBy(event)) {
      dayCount(folded.days, { dimension, day, key }).n += 1
      if (byVisitor && event.visitor !== null) {
        const name = `${dimension}\n${day}\n${event.visitor}\n${key}`
        if (!folded.sightings.has(name))
          folded.sightings.set(name, { day, dimension, key, visitor: event.visitor, hour })
      }
    }
  }
  return folded
}

type DayKey = Pick<DayCount, 'dimension' | 'day' | 'key'>

export function dayCount(days: Folded['days'], { dimension, day, key }: DayKey): DayCount {
  const name = `${dimension}\n${day}\n${key}`
  const known = days.get(name)
  if (known) return known
  const fresh = { dimension, day, key, n: 0, visitors: 0 }
  days.set(name, fresh)
  return fresh
}

export function addHour(hours: Folded['hours'], hour: number, kind: string): void {
  const name = `${hour} ${kind}`
  const known = hours.get(name)
  if (known) known.n += 1
  else hours.set(name, { hour, kind, n: 1 })
}

const minuteFormats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Returns the start of the hour in the site's time zone; some zones are offset by half an hour. */
export function hourOf(at: number, timeZone: string): number {
  // Offsets are multiples of 15 minutes, so one lookup is valid for a whole quarter of an hour.
  const quarter = Math.floor(at / (15 * MINUTE))
  const name = `${timeZone} ${quarter}`
  let minutes = offsets.get(name)
  if (minutes === undefined) {
    const format =
      minuteFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' })
    minuteFormats.set(timeZone, format)
    minutes = Number(format.format(quarter * 15 * MINUTE))
    if (offsets.size > 1000) offsets.clear()
    offsets.set(name, minutes)
  }
  return (quarter * 15 - minutes) * MINUTE
}
