import { fromLocalTime } from '#app/lib/zoned-time.ts'
import type { ZipFile } from '#app/platform/zip/read-zip.ts'

/** A post as its source describes it, before anything is stored. */
export type ImportedPost = {
  /** The same in every export of this post, such as `wordpress:https://old.example/?p=7` or `file:posts/hello.md`. */
  source: string
  /** Where it stands in the file, for the report: `line 120` or `posts/hello.md`. */
  place: string
  /** Plain text as typed; empty if it has none. */
  title: string
  /** As the source has it, not yet fit for an address; empty to make it from the title. */
  slug: string
  /** Markdown. Pictures are http(s) URLs, absolute paths of the old site, or paths relative to `place`. */
  body: string
  excerpt: string
  author: string
  /** Code of a listed language; empty for the site's. */
  language: string
  tags: string[]
  /** Address of the picture, as in `body`; empty if it has none. */
  picture: string
  pictureAlt: string
  /** If it is a translation: the original's address, and the digest of the texts that were translated, null if they are the current ones. */
  translationOf?: { address: string; digest: string | null } | null
  /** URLs or paths at which the source has or had the post. */
  formerAddresses: string[]
  createdAt: number | null
  /** When the source published it or will publish it; null if it says nothing. */
  publishedAt: number | null
  /** A sentence that says why the source does not plainly make it public. Null only if it plainly does. */
  notPublic: string | null
  /** A sentence for each thing that was changed, left out or is missing. */
  warnings: string[]
}

/** An entry that cannot be read. The others are imported. */
export type UnreadEntry = { place: string; title: string; reason: string }

/** A sentence about the whole file, such as `12 pages were left out, because only posts are imported.` */
export type FileNote = { note: string }

export type ImportEntry = ImportedPost | UnreadEntry | FileNote

/** A file that is read in pieces, so that a large one is never in memory as a whole. */
export type SourceFile = {
  name: string
  size: number
  /** Returns fewer bytes only at the end of the file. */
  read(at: number, length: number): Uint8Array
}

export type ReadingSettings = {
  /** URL of the old blog without a slash at its end; empty if unknown. */
  base: string
  /** The site's, for dates without a zone. */
  timeZone: string
  now: number
}

/** Reads a file lazily; the caller may stop at any entry. @throws {UnreadableImport} if nothing can be read. */
export type Reader = (file: SourceFile, settings: ReadingSettings) => Iterable<ImportEntry>

/** The same for the files of a zip. */
export type ZipReader = (files: readonly ZipFile[], settings: ReadingSettings) => Iterable<ImportEntry>

/** Thrown for a file that cannot be read; its message is shown to the owner. */
export class UnreadableImport extends Error {
  override name = 'UnreadableImport'
}

export function memoryFile(name: string, bytes: Uint8Array): SourceFile {
  return { name, size: bytes.byteLength, read: (at, length) => bytes.subarray(at, at + length) }
}

export const UNKNOWN_STATE = 'The file does not say whether it was public.'

/** Words of a field of state that mean public. Every other word, known or not, means draft. */
const publicWords: ReadonlySet<string> = new Set([
  'public',
  'publish',
  'published',
  'live',
  'visible',
  'everyone',
])

/** Returns whether a state, visibility or audience is absent or plainly public. */
export function isPlainlyPublic(value: unknown): boolean {
  return (
    value == null ||
    value === '' ||
    (typeof value === 'string' && publicWords.has(value.trim().toLowerCase()))
  )
}

/** Reads a yes or no as people and programs write it; null if it is neither. */
export function yesOrNo(value: unknown): boolean | null {
  const word = String(value).trim().toLowerCase()
  if (['true', 'yes', 'y', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'n', 'off', '0'].includes(word) ? false : null
}

/**
 * Reads a date in the forms that exports use; null if it is none. A date without a zone is in `timeZone`, and a date
 * without a time is the start of that day there.
 * @returns milliseconds UTC
 */
export function readMoment(value: unknown, timeZone: string): number | null {
  if (value instanceof Date) return plausible(value.getTime())
  if (typeof value === 'number') return ofUnixTime(String(value))
  if (typeof value !== 'string' || value.length > 100) return null
  const text = value.trim()
  if (/^\d{9,14}$/.test(text) && !/^(?:19|20)\d{6}(?:\d{6})$/.test(text)) return ofUnixTime(text)
  const day = DAY_FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  if (!day?.groups) return null
  const { year = '', month = '', date = '' } = day.groups
  const monthNumber = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const time = TIME_FORM.exec(text.slice(day[0].length))
  if (!time?.groups) return null
  const { hour = '0', minute = '0', second = '0', part = '', half, zone } = time.groups
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  if (half !== undefined && (Number(hour) > 12 || Number(hour) === 0)) return null
  const utc = Date.UTC(Number(year), monthNumber - 1, Number(date), hours, Number(minute))
  const isReal =
    new Date(Date.UTC(Number(year), monthNumber - 1, Number(date))).getUTCDate() === Number(date) &&
    monthNumber >= 1 &&
    monthNumber <= 12 &&
    hours < 24 &&
    Number(minute) < 60 &&
    Number(second) <= 60
  if (!isReal) return null
  const rest = Math.min(Number(second), 59) * 1000 + Math.floor(Number(`0.${part || '0'}`) * 1000)
  if (zone !== undefined) {
    const offset = offsetOf(zone)
    return offset === null ? null : plausible(utc + rest - offset)
  }
  const local = fromLocalTime(new Date(utc).toISOString(), timeZone)
  return local === null ? null : plausible(local + rest)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? +)?'

/** `05/06/2024` is in none, because nobody knows whether its day or its month comes first. */
const DAY_FORMS = [
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<date>\d{1,2})(?!\d)/,
  /^(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<date>\d\d)(?=$|T|\d{6}$)/,
  new RegExp(`^${WEEKDAY}${MONTH}\\.? +(?<date>\\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\\d{4})(?!\\d)`, 'i'),
  new RegExp(
    `^${WEEKDAY}(?<date>\\d{1,2})(?:st|nd|rd|th|\\.)?[ -]${MONTH}\\.?,?[ -](?<year>\\d{4})(?!\\d)`,
    'i',
  ),
]

const TIME_FORM =
  /^(?:(?:[Tt]|,? +(?:at +)?|-(?=\d\d:))?(?<hour>\d{1,2})(?::?(?<minute>\d\d))(?::?(?<second>\d\d)(?:[.,](?<part>\d{1,9}))?)?(?: ?(?<half>[ap]\.?m\.?))?)?(?: *(?<zone>Z|[A-Z]{2,4}|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?))?(?: *\([A-Za-z ]{1,40}\))?$/i

/** Zone names of RFC 2822 in hours. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
}

/** Returns milliseconds east of Greenwich, or null for an unknown name. */
function offsetOf(zone: string): number | null {
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(zone)
  if (match) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
    return minutes > 14 * 60 ? null : (match[1] === '-' ? -1 : 1) * minutes * 60_000
  }
  const hours = Object.hasOwn(ZONES, zone.toLowerCase()) ? ZONES[zone.toLowerCase()] : undefined
  return hours === undefined ? null : hours * 3_600_000
}

/** Seconds from 1973 on or milliseconds; `2024` is neither. */
function ofUnixTime(digits: string): number | null {
  if (/^(?:19|20)\d{6}$/.test(digits)) return null
  const value = Number(digits)
  if (value >= 1e11) return plausible(Math.floor(value))
  return value >= 1e8 ? plausible(Math.floor(value * 1000)) : null
}

/** Null for a moment that no blog has, before the year 1900 or after 2199. */
function plausible(moment: number): number | null {
  return moment >= Date.UTC(1900, 0) && moment < Date.UTC(2200, 0) ? moment : null
}
