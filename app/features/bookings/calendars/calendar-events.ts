import ICAL from 'ical.js'

import { DAY_MS } from '#app/lib/days.ts'

import { readRule, type Rule } from './repeat.ts'

/** A content line of a property that busy times depend on. Parameter names are in upper case. */
export type Line = { name: string; params: ReadonlyMap<string, string>; value: string }
export type Part = { name: string; lines: Line[]; parts: Part[] }

const timeNames = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE', 'FREEBUSY'])
const otherNames = new Set(
  'UID SEQUENCE DURATION RRULE EXRULE STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS X-WR-TIMEZONE TIMEZONE-ID TZID TZOFFSETFROM TZOFFSETTO X-LIC-LOCATION'.split(
    ' ',
  ),
)
const outerOf: Record<string, string> = {
  VCALENDAR: '',
  VEVENT: 'VCALENDAR',
  VTIMEZONE: 'VCALENDAR',
  VFREEBUSY: 'VCALENDAR',
}
const MOST_DEPTH = 20
/** Lines are folded after 75 bytes. */
const FOLDED = 70
const LONGEST = 36_525 * DAY_MS

/**
 * Returns the outermost parts of a file. Returns null if a part has no END line, because then the download was probably
 * cut short. Lines that are no property are left out, and so is an END without its BEGIN.
 */
export function readParts(text: string): Part[] | null {
  const root: Part = { name: '', lines: [], parts: [] }
  const open = [root]
  const inner = () => open.at(-1) ?? root
  for (const line of unfold(text)) {
    const [, name = '', after = ''] = /^\s*([A-Za-z][\w-]*)([;:])/.exec(line) ?? []
    const upper = name.toUpperCase()
    if (upper === 'BEGIN' || upper === 'END') {
      const part = line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toUpperCase()
      // An event that did not end is followed by the next, which is not part of it.
      const outer = upper === 'END' ? part : outerOf[part]
      const nth = open.findLastIndex((each) => each.name === outer)
      if (upper === 'END' && nth > 0) open.length = nth
      else if (upper === 'BEGIN' && nth >= 0) open.length = nth + 1
      if (upper === 'END') continue
      if (open.length > MOST_DEPTH) return null
      const begun: Part = { name: part, lines: [], parts: [] }
      inner().parts.push(begun)
      open.push(begun)
    } else if (after !== '' && (timeNames.has(upper) || otherNames.has(upper))) {
      inner().lines.push(readLine(upper, line))
    }
  }
  return open.length > 1 ? null : root.parts
}

/** Joins folded lines. Some programs leave out the space that should mark a continued line. */
function unfold(text: string): string[] {
  const lines: string[] = []
  let [current, last, isWhole] = ['', '', true]
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isMarked = /^[ \t]/.test(line)
    if (isMarked && isWhole) continue
    if (isMarked || (last.length >= FOLDED && /^[\w,;=+/-]+$/.test(line))) {
      current += isMarked ? line.slice(1) : line
    } else {
      lines.push(current)
      current = line
      // Only the first piece is tested, because testing the joined line each time would copy it.
      isWhole = /^(?:BEGIN|END):/i.test(line)
    }
    last = line
  }
  return [...lines, current]
}

/** Finds where the value begins. Names of zones may contain colons too, such as (UTC+01:00) or tzone://Microsoft/Utc. */
function readLine(name: string, line: string): Line {
  let [colon, isQuoted] = [-1, false]
  for (let n = name.length; n < line.length && colon < 0; n += 1) {
    if (line[n] === '"') isQuoted = !isQuoted
    else if (line[n] === ':' && !isQuoted) colon = n
  }
  if (colon < 0 || (timeNames.has(name) && !/^\s*\d{4}-?\d\d-?\d\d/.test(line.slice(colon + 1, colon + 20))))
    colon = line.lastIndexOf(':')
  const params = new Map<string, string>()
  for (const param of line
    .slice(0, colon)
    .match(/(?:[^;"]|"[^"]*"?)+/g)
    ?.slice(1) ?? []) {
    const [key = '', ...value] = param.split('=')
    params.set(key.trim().toUpperCase(), value.join('=').replaceAll('"', '').trim())
  }
  return { name, params, value: line.slice(colon + 1).trim() }
}

/** A local time, in milliseconds as if it were UTC, and its zone. Without a zone, that of the event or calendar counts. */
export type Stamp = { wall: number; isDate: boolean; zone: string | null }

const STAMP =
  /^(?<year>\d{4})-?(?<month>\d\d)-?(?<day>\d\d)(?:[T ](?<hour>\d\d):?(?<minute>\d\d):?(?<second>\d\d)?(?:[.,]\d{1,9})?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i

/** Reads a date or time as RFC 5545 and ISO 8601 write it; null if there is no such day or hour. */
export function readStamp(text: string, params?: Line['params']): Stamp | null {
  const { year, month, day, hour, minute, second, zone } = STAMP.exec(text.trim())?.groups ?? {}
  if (year === undefined) return null
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isReal = new Date(date).toISOString().startsWith(`${year}-${month}-${day}`)
  const rest = (Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0)) * 1000
  if (!isReal || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60 || rest > DAY_MS) return null
  const isDate = hour === undefined || (rest === 0 && params?.get('VALUE')?.toUpperCase() === 'DATE')
  const own = params?.get('TZID')
  if (isDate) return { wall: date, isDate, zone: own || null }
  return { wall: date + rest, isDate, zone: zone?.toUpperCase().replace('Z', 'UTC') ?? (own || null) }
}

export function textOf(lines: readonly Line[], name: string): string | null {
  return lines.find((line) => line.name === name)?.value ?? null
}

/** Returns the values of a property that is a list, each with the parameters of its line. */
export function listOf(lines: readonly Line[], name: string): Pick<Line, 'value' | 'params'>[] {
  return lines.flatMap(({ value, params, ...line }) =>
    line.name === name
      ? value.split(',').flatMap((each) => (each.trim() === '' ? [] : { value: each, params }))
      : [],
  )
}

export function saysFree(lines: readonly Line[]): boolean {
  const says = (name: string) => textOf(lines, name)?.toUpperCase()
  return (
    says('STATUS') === 'CANCELLED' ||
    says('TRANSP') === 'TRANSPARENT' ||
    says('X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE'
  )
}

/** A time zone. Local times are in milliseconds as if they were UTC. */
export type Zone = {
  instantOf(wall: number, isDate: boolean): number
  wallOf(instant: number): number
  /** The name of a zone that nobody knows. Its times are within UNKNOWN of their instants. */
  unknown: string | null
}

/** The zones by which the times of a calendar are read. */
export type Around = { zoneOf: (name: string) => Zone; floating: Zone }

/** A time with its zone and instant. */
export type Placed = Stamp & { in: Zone; at: number }

/** Milliseconds: `wall` is added in local time, then `passing` as elapsed time (RFC 5545, 3.3.6). */
export type Length = { wall: number; passing: number }

export type Event = {
  uid: string | null
  sequence: number
  start: Placed
  zone: Zone
  length: Length
  rules: Rule[]
  exceptRules: Rule[]
  dates: { start: Placed; length: Length | null }[]
  except: Placed[]
  /** The time of the repetition that this event replaces, alone or with all that follow. */
  replaces: { time: Placed; isFuture: boolean } | null
  isFree: boolean
  isOdd: boolean
}

/** Null if it has no beginning. */
export function readEvent({ lines }: Part, around: Around): Event | null {
  const begins = lines.find(({ name }) => name === 'DTSTART')
  const stamp = begins && readStamp(begins.value, begins.params)
  if (!stamp) return null
  const isFree = saysFree(lines)
  const start = place(stamp, around.floating, around)
  const zone = start.in
  let isOdd = false
  const stampsOf = (name: string): Placed[] =>
    listOf(lines, name).flatMap(({ value, params }) => {
      const read = readStamp(value, params)
      isOdd ||= read === null
      return read ? [place(read, zone, around)] : []
    })
  const rulesOf = (name: string): Rule[] =>
    lines.flatMap((line) => {
      if (line.name !== name) return []
      const read = readRule(line.value)
      const isUnclear = read.rule?.until !== null && read.rule && !readStamp(read.rule.until)
      isOdd ||= read.isOdd || isUnclear === true
      return read.rule ? [isUnclear === true ? { ...read.rule, until: null } : read.rule] : []
    })
  const [length, isClear] = lengthOf(lines, start, around)
  const dates = listOf(lines, 'RDATE').flatMap(({ value, params }) => {
    const period = readPeriod(value, params, zone, around)
    isOdd ||= period === null
    return period ?? []
  })
  const [replaced] = stampsOf('RECURRENCE-ID')
  const isFuture = listOf(lines, 'RECURRENCE-ID')[0]?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE'
  const rules = rulesOf('RRULE')
  return {
    uid: textOf(lines, 'UID'),
    sequence: Number(textOf(lines, 'SEQUENCE')) || 0,
    start,
    zone,
    length,
    rules,
    exceptRules: rulesOf('EXRULE'),
    dates,
    except: stampsOf('EXDATE'),
    replaces: replaced ? { time: replaced, isFuture } : null,
    isFree,
    isOdd: (isOdd || !isClear || (replaced !== undefined && rules.length > 0)) && !isFree,
  }
}

export function place(stamp: Stamp, fallback: Zone, { zoneOf }: Around): Placed {
  const named = stamp.zone === null ? fallback : zoneOf(stamp.zone)
  const zone = stamp.isDate && named.unknown !== null ? fallback : named
  return { ...stamp, in: zone, at: zone.instantOf(stamp.wall, stamp.isDate) }
}

/** If the end is not clear, the event lasts a day. */
function lengthOf(lines: readonly Line[], start: Placed, around: Around): [Length, isClear: boolean] {
  const ends = lines.find(({ name }) => name === 'DTEND')
  const stamp = ends && readStamp(ends.value, ends.params)
  const lasts = textOf(lines, 'DURATION')
  const day = { wall: DAY_MS, passing: 0 }
  if (!stamp && lasts === null)
    return [start.isDate || ends ? day : { wall: 0, passing: 0 }, ends === undefined]
  const length = stamp ? lengthTo(start, place(stamp, start.in, around)) : readDuration(lasts ?? '')
  if (length === null) return [day, false]
  const total = length.wall + length.passing
  if (total < 0) return [{ wall: 0, passing: 0 }, false]
  if (!start.isDate) return [length, !ends === !stamp]
  return [{ wall: Math.max(1, Math.ceil(total / DAY_MS)) * DAY_MS, passing: 0 }, !ends === !stamp]
}

function lengthTo(start: Placed, end: Placed): Length | null {
  if (end.in === start.in || (end.isDate && start.isDate)) return { wall: end.wall - start.wall, passing: 0 }
  if (end.in.unknown !== start.in.unknown) return null
  return { wall: 0, passing: end.at - start.at }
}

function readDuration(text: string): Length | null {
  try {
    const duration = ICAL.Duration.fromString(text.toUpperCase())
    const days = (duration.isNegative ? -1 : 1) * (duration.weeks * 7 + duration.days) * DAY_MS
    const total = duration.toSeconds() * 1000
    return Math.abs(total) > LONGEST ? null : { wall: days, passing: total - days }
  } catch {
    return null
  }
}

/** Reads a time, or a period of a beginning and an end or duration. */
export function readPeriod(value: string, params: Line['params'], fallback: Zone, around: Around) {
  const [begin = '', end] = value.split('/')
  const stamp = readStamp(begin, params)
  if (!stamp) return null
  const start = place(stamp, fallback, around)
  if (end === undefined) return { start, length: null }
  const last = readStamp(end, params)
  const length = last ? lengthTo(start, place(last, fallback, around)) : readDuration(end)
  return length && { start, length }
}
