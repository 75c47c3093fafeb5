import { DAY_MS } from '#app/lib/days.ts'
import { AppError } from '#app/platform/errors.ts'

import { merge } from '../availability/free-times.ts'
import type { Interval } from '../availability/open-intervals.ts'
import {
  type Around,
  type Event,
  type Length,
  type Line,
  listOf,
  type Part,
  place,
  type Placed,
  readEvent,
  readParts,
  readPeriod,
  readStamp,
  saysFree,
  type Stamp,
  textOf,
  type Zone,
} from './calendar-events.ts'
import { placeZone, UNKNOWN, zoneIn } from './calendar-zones.ts'
import type { CalendarFile, CalendarRead } from './read-calendar.ts'
import { repetitions, type Rule, type Steps } from './repeat.ts'

/** A step of a repetition takes about a microsecond. */
const MOST_STEPS = 2_000_000
const MOST_STEPS_OF_ONE = 300_000
const MOST_INTERVALS = 50_000
const MOST_INTERVALS_OF_ONE = 10_000
const MOST_NAMES = 20

/** What cannot be read is counted, and what it could block is busy. @throws {AppError} invalid */
export function readCalendar(file: CalendarFile): CalendarRead {
  const parts = readParts(decode(file.bytes))
  if (parts === null) throw new AppError('invalid', 'This is not a calendar that can be read.')
  const calendars = parts.filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0) throw new AppError('invalid', 'This is not a calendar.')
  const reading: Reading = {
    ...file,
    steps: { left: MOST_STEPS },
    described: new Map(),
    unknown: new Map(),
    odd: 0,
  }
  const busy: Interval[] = []
  for (const calendar of calendars) readInto(busy, calendar, reading)
  const { from, to } = file.within
  return {
    busy: merge(busy.map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to, to) }))),
    unknownZones: [...reading.unknown].slice(0, MOST_NAMES).map(([name, events]) => ({ name, events })),
    odd: reading.odd,
  }
}

function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

const none: readonly Event[] = []

type Reader = Around & { reading: Reading }
type Reading = CalendarFile & {
  steps: Steps
  described: Map<string, Zone | null>
  unknown: Map<string, number>
  odd: number
}

function readInto(busy: Interval[], calendar: Part, reading: Reading): void {
  const note = ({ from, to }: Interval) => {
    if (from < to && to > reading.within.from && from < reading.within.to) busy.push({ from, to })
    if (busy.length > MOST_INTERVALS) throw tooOften()
  }
  const known = new Map<string, Zone>()
  const described = new Map(
    calendar.parts.flatMap((part) => (part.name === 'VTIMEZONE' ? [[textOf(part.lines, 'TZID'), part]] : [])),
  )
  const zoneOf = (name: string): Zone => {
    const zone = known.get(name) ?? zoneIn(name, described.get(name), reading.described)
    known.set(name, zone)
    return zone
  }
  const own = textOf(calendar.lines, 'X-WR-TIMEZONE') ?? textOf(calendar.lines, 'TIMEZONE-ID')
  const floating = own ? zoneOf(own) : placeZone(reading.timeZone)
  const around: Reader = { zoneOf, floating, reading }
  const parts = calendar.parts.filter(({ name }) => name === 'VEVENT')
  const events = latestOf(
    parts.flatMap((part) => {
      const event = isOwn(part, reading.ownHost) ? [] : readEvent(part, around)
      if (event !== null) return event
      if (!saysFree(part.lines)) reading.odd += 1
      return []
    }),
  )
  const changes = new Map<string, Event[]>()
  for (const event of events) {
    if (!event.replaces || event.uid === null) continue
    const others = changes.get(event.uid)
    if (others) others.push(event)
    else changes.set(event.uid, [event])
  }
  for (const event of events) {
    const before = busy.length
    const changed = event.uid === null ? undefined : changes.get(event.uid)
    for (const each of intervalsOf(event, changed ?? none, around)) note(each)
    const { unknown } = event.zone
    if (unknown !== null && busy.length > before)
      reading.unknown.set(unknown, 1 + (reading.unknown.get(unknown) ?? 0))
    if (event.isOdd) reading.odd += 1
  }
  for (const { name, lines } of calendar.parts)
    if (name === 'VFREEBUSY') for (const each of freeBusyOf(lines, around)) note(each)
}

/** Leaves out events of which there is a later version. */
function latestOf(events: readonly Event[]): Event[] {
  const latest = new Map<string, number>()
  const keyOf = ({ uid, replaces }: Event) => `${replaces ? replaces.time.at : ''} ${uid}`
  for (const event of events)
    latest.set(keyOf(event), Math.max(event.sequence, latest.get(keyOf(event)) ?? event.sequence))
  return events.filter((event) => event.uid === null || event.sequence === latest.get(keyOf(event)))
}

function tooOften(): AppError {
  return new AppError('invalid', 'Its events repeat too often to be read.')
}

/** Requires a UUID of version 7, because other programs on the same host use other ids. */
function isOwn({ lines }: Part, ownHost: string | undefined): boolean {
  const [id = '', host] = String(textOf(lines, 'UID')).split('@')
  return host !== undefined && host === ownHost && /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}$/.test(id)
}

function* freeBusyOf(lines: readonly Line[], around: Reader): Generator<Interval> {
  for (const { value, params } of listOf(lines, 'FREEBUSY')) {
    if (params.get('FBTYPE')?.toUpperCase() === 'FREE') continue
    const period = readPeriod(value, params, around.floating, around)
    if (period?.length) yield spanOf(period.start.in, period.start, period.length)
    else around.reading.odd += 1
  }
}

function spanOf(zone: Zone, { wall, isDate }: Pick<Stamp, 'wall' | 'isDate'>, length: Length): Interval {
  const from = zone.instantOf(wall, isDate)
  const to = zone.instantOf(wall + length.wall, isDate) + length.passing
  if (zone.unknown === null || from >= to) return { from, to }
  return { from: from - UNKNOWN.earlier, to: to + UNKNOWN.later }
}

const dayOf = (wall: number) => Math.floor(wall / DAY_MS) * DAY_MS

/** Returns whether a time of an event is left out or replaced. A date leaves out all times of that day. */
function matcherOf(times: readonly Placed[], start: Placed): (wall: number, at: number) => boolean {
  const instants = new Set<number>()
  const days = new Set<number>()
  for (const time of times) {
    if (!time.isDate) instants.add(time.at)
    const isDay = time.isDate || (start.isDate && (time.in === start.in || time.wall === dayOf(time.wall)))
    if (isDay) days.add(dayOf(time.wall))
  }
  return (wall, at) => instants.has(at) || days.has(dayOf(wall))
}

/** Returns whether a time is behind the end of a rule. If the end is a date, all of that day belongs to the rule. */
function enderOf({ until }: Rule, start: Placed, around: Around): (wall: number, at: number) => boolean {
  const stamp = until === null ? null : readStamp(until)
  if (!stamp) return () => false
  const end = place(stamp, start.in, around)
  if (end.isDate) return (wall) => dayOf(wall) > end.wall
  const local = start.in.wallOf(end.at)
  // Some programs write the day's midnight in UTC, others only add a time to the day.
  if (start.isDate) return (wall) => wall > (local === dayOf(local) ? local : dayOf(end.wall))
  if (end.in === start.in) return (wall) => wall > end.wall
  const slack = start.in.unknown === null ? 0 : UNKNOWN.earlier
  return (_, at) => at - slack > end.at
}

type Occurrence = { wall: number; at: number; in: Zone; length: Length }

/** Yields when an event is busy, with the repetitions that others of its events have not changed. */
function* intervalsOf(event: Event, changes: readonly Event[], around: Reader): Generator<Interval> {
  const { start, zone, length, isFree } = event
  if (isFree || length.wall + length.passing <= 0) return
  if (event.replaces) {
    yield spanOf(zone, start, length)
    return
  }
  const later = changes
    .filter(({ replaces }) => replaces?.isFuture)
    .toSorted((one, other) => timeOf(one).at - timeOf(other).at)
  const isLeftOut = matcherOf([...event.except, ...changes.map(timeOf)], start)
  const excepted = new Set<number>()
  for (const rule of event.exceptRules)
    for (const each of repeated(rule, event, later, around)) if ('wall' in each) excepted.add(each.at)
  const shown = function* (each: Occurrence): Generator<Interval> {
    if (isLeftOut(each.wall, each.at) || excepted.has(each.at)) return
    around.reading.steps.left -= later.length
    if (around.reading.steps.left < 0) throw tooOften()
    const change = later.findLast((one) => timeOf(one).at <= each.at)
    if (!change) yield spanOf(each.in, { wall: each.wall, isDate: start.isDate }, each.length)
    else if (!change.isFree) yield spanOf(change.zone, movedBy(change, each), change.length)
  }
  yield* shown({ ...start, length })
  for (const rule of event.rules)
    for (const each of repeated(rule, event, later, around))
      if ('wall' in each) yield* shown(each)
      else {
        // The rule takes too long to compute, so the whole time is busy.
        event.isOdd = true
        yield each
      }
  for (const date of event.dates) yield* shown(dateOf(date, event))
}

function timeOf({ replaces, start }: Event): Placed {
  return replaces?.time ?? start
}

/** Moves a repetition as far as the change “this and all that follow” has moved its first one. */
function movedBy(change: Event, { wall, at, in: zone }: Occurrence): Pick<Placed, 'wall' | 'isDate'> {
  const time = timeOf(change)
  const inZone = (local: number, instant: number, of: Zone) =>
    of === change.zone ? local : change.zone.wallOf(instant)
  const shift = change.start.wall - inZone(time.wall, time.at, time.in)
  return { wall: inZone(wall, at, zone) + shift, isDate: change.start.isDate }
}

function dateOf({ start: date, length }: Event['dates'][number], { start, ...event }: Event): Occurrence {
  if (date.isDate === start.isDate) return { ...date, length: length ?? event.length }
  const wall = start.isDate ? dayOf(date.wall) : date.wall + start.wall - dayOf(start.wall)
  return { wall, at: start.in.instantOf(wall, start.isDate), in: start.in, length: length ?? event.length }
}

/** Yields the repetitions near the range. If computing them takes too long, yields one long interval instead. */
function* repeated(
  rule: Rule,
  { start, zone, length }: Event,
  later: readonly Event[],
  { reading, ...around }: Reader,
): Generator<Occurrence | Interval> {
  const shifts = later.map((each) => Math.abs(each.start.at - timeOf(each).at) + each.length.wall)
  const margin = Math.max(length.wall + length.passing, 0, ...shifts.slice(0, 1000)) + 2 * DAY_MS
  const range = { from: reading.within.from - margin, to: reading.within.to + margin }
  const most = Math.min(MOST_STEPS_OF_ONE, reading.steps.left)
  const steps = { left: most }
  const isBehind = enderOf(rule, start, around)
  if (isBehind(zone.wallOf(range.from), range.from)) return
  let [last, count] = [Math.max(start.at, reading.within.from), 0]
  for (const wall of repetitions(rule, start.wall, range, steps)) {
    const at = zone.instantOf(wall, start.isDate)
    if (isBehind(wall, at)) {
      reading.steps.left -= most - steps.left
      return
    }
    if (count > MOST_INTERVALS_OF_ONE) break
    yield { wall, at, in: zone, length }
    last = at
    count += 1
  }
  reading.steps.left -= most - steps.left
  if (reading.steps.left <= 0) throw tooOften()
  if (steps.left < 0 || count > MOST_INTERVALS_OF_ONE) yield { from: last, to: reading.within.to }
}
