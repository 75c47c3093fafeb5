import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import ICAL from 'ical.js'

import { readTimeZone } from '#app/lib/time-zones.ts'
import { firstInstant, instantOfLocal, offsetAt } from '#app/lib/zoned-instants.ts'

import { type Part, textOf, type Zone } from './calendar-events.ts'

const HOUR_MS = 3_600_000

/** Places in Outlook's list of time zones that neither IANA nor Windows uses as a name. */
const places = new Map([
  ['abu dhabi', 'Asia/Dubai'],
  ['alaska', 'America/Anchorage'],
  ['arizona', 'America/Phoenix'],
  ['astana', 'Asia/Qyzylorda'],
  ['baja california', 'America/Tijuana'],
  ['beijing', 'Asia/Shanghai'],
  ['brasilia', 'America/Sao_Paulo'],
  ['cabo verde', 'Atlantic/Cape_Verde'],
  ['canberra', 'Australia/Sydney'],
  ['central america', 'America/Guatemala'],
  ['chennai', 'Asia/Kolkata'],
  ['chetumal', 'America/Cancun'],
  ['chokurdakh', 'Asia/Srednekolymsk'],
  ['city of buenos aires', 'America/Argentina/Buenos_Aires'],
  ['edinburgh', 'Europe/London'],
  ['ekaterinburg', 'Asia/Yekaterinburg'],
  ['greenland', 'America/Nuuk'],
  ['greenwich mean time', 'Europe/London'],
  ['hawaii', 'Pacific/Honolulu'],
  ['indiana', 'America/Indiana/Indianapolis'],
  ['international date line west', 'Etc/GMT+12'],
  ['islamabad', 'Asia/Karachi'],
  ['kathmandu', 'Asia/Kathmandu'],
  ['kolkata', 'Asia/Kolkata'],
  ['kyiv', 'Europe/Kyiv'],
  ['new caledonia', 'Pacific/Noumea'],
  ["nuku'alofa", 'Pacific/Tongatapu'],
  ['osaka', 'Asia/Tokyo'],
  ['petropavlovsk-kamchatsky', 'Asia/Kamchatka'],
  ['port louis', 'Indian/Mauritius'],
  ['pretoria', 'Africa/Johannesburg'],
  ['saint pierre and miquelon', 'America/Miquelon'],
  ['salvador', 'America/Bahia'],
  ['saskatchewan', 'America/Regina'],
  ['solomon', 'Pacific/Guadalcanal'],
  ['sri jayawardenepura', 'Asia/Colombo'],
  ['st. petersburg', 'Europe/Moscow'],
  ['west central africa', 'Africa/Lagos'],
  ['yangon', 'Asia/Yangon'],
])

/**
 * IANA names without a slash that are accepted. Others are not: the platform takes BST for a time in Bangladesh, for
 * example, and hardly anybody means that.
 */
const plain =
  /^(?:UTC|UCT|GMT|Zulu|Universal|Greenwich|[ECMH]ST|[CEMW]ET|EST5EDT|CST6CDT|MST7MDT|PST8PDT|GB|NZ|PRC|ROC|ROK|W-SU|Cuba|Egypt|Eire|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|Navajo|Poland|Portugal|Singapore|Turkey)$/i

const windows = new Map(
  cldr.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
)

const asked = new Map<string, string | null>()

/** Returns the zone that a name means beyond doubt, as IANA names it; null otherwise. */
export function ianaZone(name: string): string | null {
  if (name.length > 200) return null
  const found = asked.get(name)
  if (found !== undefined) return found
  if (asked.size > 1000) asked.clear()
  const zone = readName(name)
  asked.set(name, zone)
  return zone
}

function readName(name: string): string | null {
  const said = name.replace(/^tzone:\/\/Microsoft\//i, '').trim()
  if (said.includes('/') || plain.test(said)) {
    // Some programs put their own name before the zone, such as /freeassociation.sourceforge.net/Europe/Berlin.
    const segments = said
      .replace(/ (?:Standard|Daylight|Summer) Time$/i, '')
      .replaceAll(' ', '_')
      .split('/')
    for (let n = 0; n < Math.min(segments.length, 8); n += 1) {
      const place = segments.slice(n).join('/')
      const found = n < segments.length - 1 || plain.test(place) ? readTimeZone(place) : null
      if (found !== null) return found
    }
  }
  return windows.get(said.toLowerCase().replace(/(?:daylight|summer) time$/, 'standard time')) ?? null
}

const cities = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    zone
      .slice(zone.lastIndexOf('/') + 1)
      .replaceAll('_', ' ')
      .toLowerCase(),
    zone,
  ]),
)

/** Returns the zone that a name for people means, such as `(UTC+01:00) Amsterdam, Berlin` or `GMT+0100`; else null. */
export function namedZone(name: string): string | null {
  if (name.length > 200) return null
  const said = name.replaceAll('&amp;', 'and').replaceAll('&', 'and').replaceAll('\\', '').trim()
  const [prefix = '', sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*(?:([+-])(\d{1,2})(?:[:.]?([0-5]\d))?)?\)?(?=\s|$)/i.exec(said) ?? []
  const offset = sign === undefined ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`
  const rest = said.slice(prefix.length).trim().toLowerCase()
  if (rest === '') return readTimeZone(offset ?? (prefix === '' ? null : 'UTC'))
  const stated = offset ?? (prefix === '' ? null : '+00:00')
  const found = [rest, ...rest.split(/[,;/:]/)].flatMap((part) => zoneOfPlace(part) ?? [])
  if (stated === null) return found[0] ?? null
  // A name may state an offset that its place no longer has.
  for (const year of [2026, 2020, 2010]) {
    const zone = found.find((each) => hasOffset(each, stated, year))
    if (zone !== undefined) return zone
  }
  return null
}

function zoneOfPlace(part: string): string | undefined {
  const place = part
    .trim()
    .replace(/\([^()]*\)$/, '')
    .replace(/ - (?:new|old)$|[ _]\d+$/, '')
    .trim()
  const short = place.replace(/ (?:islands?|is\.?)$/, '')
  const names = [
    place.replace('coordinated universal time', 'utc'),
    `${place.replace(/ time$/, '')} standard time`,
    `${short} standard time`,
  ]
  return places.get(short) ?? cities.get(short) ?? names.map((name) => windows.get(name)).find(Boolean)
}

function hasOffset(zone: string, offset: string, year: number): boolean {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  const wanted = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return [0, 6].some((month) => offsetAt(zone, Date.UTC(year, month)) === wanted)
}

/** Clocks differ from UTC by at most this much, so an event in an unknown zone begins within these hours. */
export const UNKNOWN = { earlier: 14 * HOUR_MS, later: 12 * HOUR_MS }

/** @param name as IANA or the platform has it */
export function placeZone(name: string): Zone {
  return {
    instantOf: (wall, isDate) => (isDate ? firstInstant(name, wall) : instantOfLocal(name, wall)),
    wallOf: (instant) => instant + offsetAt(name, instant),
    unknown: null,
  }
}

/** A VTIMEZONE takes a millisecond to read, and a file of ten megabytes may have a hundred thousand of them. */
const MOST_DESCRIBED = 500

/**
 * Returns the zone of a name in a calendar, by IANA if possible, because calendars often describe only a few years.
 * `known` keeps the zones of descriptions.
 */
export function zoneIn(name: string, part: Part | undefined, known: Map<string, Zone | null>): Zone {
  const exact = ianaZone(name)
  // IANA's EST has no summer time. If the calendar describes its own EST, that description counts.
  if (exact !== null && !(part && /^[A-Z]{3}$/.test(name))) return placeZone(exact)
  const zone = part && (knownLocation(part) ?? keptZone(part, known))
  if (zone) return zone
  const named = exact ?? namedZone(name)
  if (named !== null) return placeZone(named)
  return { instantOf: (wall) => wall, wallOf: (instant) => instant, unknown: name }
}

function keptZone(part: Part, known: Map<string, Zone | null>): Zone | null {
  const key = JSON.stringify(part.parts)
  const found = known.get(key)
  if (found !== undefined || known.size >= MOST_DESCRIBED) return found ?? null
  const zone = describedZone(part)
  known.set(key, zone)
  return zone
}

function knownLocation({ lines }: Part): Zone | null {
  const location = ianaZone(textOf(lines, 'X-LIC-LOCATION') ?? '')
  return location === null ? null : placeZone(location)
}

/** Null if the description makes no sense. */
function describedZone(part: Part): Zone | null {
  const component = new ICAL.Component([
    'vtimezone',
    [['tzid', {}, 'text', 'described']],
    part.parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT').flatMap(observanceOf),
  ])
  try {
    const zone = new ICAL.Timezone(component)
    const offset = (wall: number) => zone.utcOffset(ICAL.Time.fromJSDate(new Date(wall), true)) * 1000
    if (!component.getFirstSubcomponent() || Number.isNaN(offset(Date.UTC(2026, 0)))) return null
    return {
      instantOf: (wall) => wall - offset(wall),
      wallOf: (instant) => instant + offset(instant + offset(instant)),
      unknown: null,
    }
  } catch {
    return null
  }
}

/** Drops rules that are not yearly, because computing an offset by them might never end. */
function observanceOf({ name, lines }: Part): unknown[] {
  const kept = lines.filter(
    (line) =>
      line.name !== 'RRULE' || /^FREQ=YEARLY\b/i.test(line.value) || /;FREQ=YEARLY\b/i.test(line.value),
  )
  try {
    const properties = kept.map((line) => ICAL.parse.property(`${line.name}:${line.value}`))
    return [[name.toLowerCase(), properties, []]]
  } catch {
    return []
  }
}
