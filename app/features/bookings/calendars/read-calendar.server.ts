import ICAL from 'ical.js'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY_MS } from '#app/lib/days.ts'
import { firstInstant } from '#app/lib/zoned-instants.ts'
import { AppError } from '#app/platform/errors.ts'

import { merge } from '../availability/free-times.ts'
import type { Interval } from '../availability/open-intervals.ts'
import { ianaZone } from './calendar-zones.ts'
import type { CalendarFile } from './read-calendar.ts'

/** A year has fewer minutes. */
const MOST_REPETITIONS = 600_000
const MOST_INTERVALS = 50_000

/** @throws {AppError} invalid if it is not a calendar or has too many repetitions. */
export function readCalendar(file: CalendarFile): Interval[] {
  try {
    return readBusy(file)
  } catch (error) {
    // ical.js parses values on access, so an invalid one throws only here.
    throw error instanceof AppError ? error : unreadable(error)
  }
}

function readBusy({ bytes, within, timeZone, ownHost }: CalendarFile): Interval[] {
  const reading: Reading = { within, timeZone, left: MOST_REPETITIONS }
  const busy: Interval[] = []
  for (const calendar of parse(new TextDecoder().decode(bytes))) {
    const events = calendar.getAllSubcomponents('vevent')
    const moved = groupMoved(events, reading)
    for (const event of events.filter((each) => !isOwn(each, ownHost)))
      for (const each of occurrencesOf(event, reading, moved)) {
        if (each.to > within.from && each.from < within.to) busy.push(each)
        if (busy.length > MOST_INTERVALS) throw tooMuch()
      }
    for (const component of calendar.getAllSubcomponents('vfreebusy'))
      busy.push(...freeBusyOf(component, reading))
  }
  return merge(
    busy.map(({ from, to }) => ({ from: Math.max(from, within.from), to: Math.min(to, within.to) })),
  )
}

/** Requires a UUID of version 7, because other programs on the same host use other ids. */
function isOwn(event: ICAL.Component, ownHost: string | undefined): boolean {
  const [id = '', host] = String(event.getFirstPropertyValue('uid')).split('@')
  return host !== undefined && host === ownHost && /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}$/.test(id)
}

type Reading = { within: Interval; timeZone: string; left: number }

function parse(text: string): ICAL.Component[] {
  let parsed: unknown
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unreadable(error)
  }
  // A file may hold several calendars.
  const all =
    Array.isArray(parsed) && Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed as unknown[]]
  const calendars = all.map((each) => new ICAL.Component(each)).filter(({ name }) => name === 'vcalendar')
  if (calendars.length === 0) throw new AppError('invalid', 'This is not a calendar.')
  return calendars
}

function unreadable(cause: unknown): AppError {
  return new AppError('invalid', 'This is not a calendar that can be read.', { cause })
}

function tooMuch(): AppError {
  return new AppError('invalid', 'Its events repeat too often to be read.')
}

/** Returns the original times of moved repetitions, by the event's id. */
function groupMoved(events: readonly ICAL.Component[], reading: Reading): Map<string, Set<number>> {
  const moved = new Map<string, Set<number>>()
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id')
    const time = property && timesOf(property)[0]
    if (!property || !time) continue
    const uid = String(event.getFirstPropertyValue('uid'))
    const ids = moved.get(uid) ?? new Set()
    moved.set(uid, ids.add(instantOf(time, property, reading)))
  }
  return moved
}

function* occurrencesOf(
  event: ICAL.Component,
  reading: Reading,
  moved: ReadonlyMap<string, ReadonlySet<number>>,
): Generator<Interval> {
  const begins = event.getFirstProperty('dtstart')
  const start = begins && timesOf(begins)[0]
  if (!begins || !start || isFree(event)) return
  const { wall, passing } = lengthOf(event, begins, start, reading)
  if (wall + passing <= 0) return
  const toInterval = (time: ICAL.Time, property = begins): Interval => ({
    from: instantOf(time, property, reading),
    to: instantAfter(time, wall, property, reading) + passing,
  })
  if (event.hasProperty('recurrence-id')) {
    yield toInterval(start)
    return
  }
  const skipped = new Set(moved.get(String(event.getFirstPropertyValue('uid'))))
  for (const property of event.getAllProperties('exdate'))
    for (const time of timesOf(property)) skipped.add(instantOf(time, property, reading))
  for (const time of startsOf(event, start, reading)) {
    const interval = toInterval(time)
    // Repetitions are ordered, but after clocks are set back a few may repeat an hour.
    if (interval.from > reading.within.to + DAY_MS) break
    if (!skipped.has(interval.from)) yield interval
  }
  for (const property of event.getAllProperties('rdate'))
    for (const time of timesOf(property)) {
      const interval = toInterval(time, property)
      if (!skipped.has(interval.from)) yield interval
    }
}

function* startsOf(event: ICAL.Component, start: ICAL.Time, reading: Reading): Generator<ICAL.Time> {
  const rules = event.getAllProperties('rrule')
  if (rules.length === 0) yield start
  for (const property of rules) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY') throw tooMuch()
    const repetitions = rule.iterator(start)
    for (let next = repetitions.next(); next; next = repetitions.next()) {
      reading.left -= 1
      if (reading.left < 0) throw tooMuch()
      yield next.clone()
    }
  }
}

function isFree(event: ICAL.Component): boolean {
  const says = (name: string) => String(event.getFirstPropertyValue(name)).toUpperCase()
  return (
    says('status') === 'CANCELLED' ||
    says('transp') === 'TRANSPARENT' ||
    says('x-microsoft-cdo-busystatus') === 'FREE'
  )
}

/** Milliseconds: `wall` is added in local time, then `passing` as elapsed time (RFC 5545, 3.3.6). */
type Length = { wall: number; passing: number }

function lengthOf(event: ICAL.Component, begins: ICAL.Property, start: ICAL.Time, reading: Reading): Length {
  const ends = event.getFirstProperty('dtend')
  const end = ends && timesOf(ends)[0]
  if (ends && end) {
    const isSameZone = ends.getFirstParameter('tzid') === begins.getFirstParameter('tzid')
    if (isSameZone && isUtc(end) === isUtc(start)) return { wall: wallOf(end) - wallOf(start), passing: 0 }
    return { wall: 0, passing: instantOf(end, ends, reading) - instantOf(start, begins, reading) }
  }
  const duration = event.getFirstPropertyValue('duration')
  if (!(duration instanceof ICAL.Duration)) return { wall: start.isDate ? DAY_MS : 0, passing: 0 }
  const days = (duration.isNegative ? -1 : 1) * (duration.weeks * 7 + duration.days) * DAY_MS
  return { wall: days, passing: duration.toSeconds() * 1000 - days }
}

function isUtc({ zone }: ICAL.Time): boolean {
  return zone === ICAL.Timezone.utcTimezone
}

function timesOf(property: ICAL.Property): ICAL.Time[] {
  return (property.getValues() as unknown[]).flatMap((value) =>
    value instanceof ICAL.Time ? [value] : value instanceof ICAL.Period ? [value.start] : [],
  )
}

/** Returns the local time as if it were UTC. */
function wallOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function instantOf(time: ICAL.Time, property: ICAL.Property, reading: Reading): number {
  return instantAfter(time, 0, property, reading)
}

/** Prefers the IANA zone to the file's own definition, which often covers only a few years. */
function instantAfter(time: ICAL.Time, length: number, property: ICAL.Property, reading: Reading): number {
  const wall = wallOf(time) + length
  if (isUtc(time)) return wall
  const name = property.getFirstParameter('tzid')
  const zone = typeof name === 'string' ? ianaZone(name) : null
  if (time.isDate || !name || zone) return firstInstant(zone ?? reading.timeZone, wall)
  const described = assertDefined(time.zone, 'a time has a zone, be it that of no place')
  if (described === ICAL.Timezone.localTimezone) return firstInstant(reading.timeZone, wall)
  const shown = ICAL.Time.fromJSDate(new Date(wall), true)
  return wall - described.utcOffset(shown) * 1000
}

function freeBusyOf(component: ICAL.Component, reading: Reading): Interval[] {
  return component.getAllProperties('freebusy').flatMap((property) => {
    if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') return []
    return (property.getValues() as unknown[]).flatMap((value) => {
      if (!(value instanceof ICAL.Period)) return []
      const from = instantOf(value.start, property, reading)
      return [{ from, to: from + value.getDuration().toSeconds() * 1000 }]
    })
  })
}
