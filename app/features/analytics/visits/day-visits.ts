import type { EventTable } from '#app/platform/db/schema/analytics.ts'

/** A click on "Get Started", an inquiry or a chat. */
export type Act = Pick<
  EventTable,
  'path' | 'landing' | 'service' | 'referrer' | 'utm' | 'country' | 'device'
> & {
  /** Missing in days that were packed before migration 0088. */
  language?: string | null
  kind: 'contact_form' | 'service_inquiry' | 'chat'
  minute: number
  /** Index of the visit; null for an event that must not be linked to page views. */
  visit: number | null
}

/** Keys of one dimension; index 0 means none. */
export type Keys = readonly (string | null)[]

/**
 * The visits of one day in columns. A visit is what one visitor did that day; its page views are contiguous, oldest
 * first. It does not contain who the visitor was.
 */
export type DayVisits = {
  paths: Keys
  referrers: Keys
  campaigns: Keys
  countries: Keys
  devices: Keys
  languages: Keys
  acts: readonly Act[]
  /** Index of each visit's first view, followed by the number of views. */
  starts: Uint32Array
  /** Minutes since the start of the day. */
  minute: Uint16Array
  path: Uint16Array
  /** Index into the five columns below; most views share an origin. */
  origin: Uint16Array
  originReferrer: Uint16Array
  originCampaign: Uint16Array
  originCountry: Uint16Array
  originDevice: Uint16Array
  originLanguage: Uint16Array
  /** Per measurement of web vitals: visit, page, and the values' bucket numbers plus one; 0 for a missing value. */
  vitalVisit: Uint32Array
  vitalPath: Uint16Array
  lcp: Uint16Array
  cls: Uint16Array
  inp: Uint16Array
}

/** Stored days have these lists in this order and may lack the last ones. Add a new list at the end. */
const keyLists = ['paths', 'referrers', 'campaigns', 'countries', 'devices', 'acts', 'languages'] as const
const columns = [
  ['starts', Uint32Array],
  ['vitalVisit', Uint32Array],
  ['minute', Uint16Array],
  ['path', Uint16Array],
  ['origin', Uint16Array],
  ['originReferrer', Uint16Array],
  ['originCampaign', Uint16Array],
  ['originCountry', Uint16Array],
  ['originDevice', Uint16Array],
  ['vitalPath', Uint16Array],
  ['lcp', Uint16Array],
  ['cls', Uint16Array],
  ['inp', Uint16Array],
  ['originLanguage', Uint16Array],
] as const

/** Writes the columns' lengths and the keys as JSON, then the columns in little-endian byte order, which all machines in use have. */
export function packDay(visits: DayVisits): Uint8Array {
  const head = Buffer.from(
    JSON.stringify([keyLists.map((name) => visits[name]), columns.map(([name]) => visits[name].length)]),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const bodies = columns.map(([name]) => {
    const { buffer, byteOffset, byteLength } = visits[name]
    return Buffer.from(buffer, byteOffset, byteLength)
  })
  return new Uint8Array(Buffer.concat([length, head, ...bodies]))
}

export function unpackDay(bytes: Uint8Array): DayVisits {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = 4 + buffer.readUInt32LE(0)
  const [keys, lengths] = JSON.parse(buffer.toString('utf8', 4, end)) as [unknown[], number[]]
  const read: Record<string, unknown> = {}
  for (const [n, name] of keyLists.entries()) read[name] = keys[n]
  read['languages'] ??= [null]
  let at = bytes.byteOffset + end
  for (const [n, [name, Column]] of columns.entries()) {
    const length = lengths[n]
    if (length === undefined) continue
    const next = at + length * Column.BYTES_PER_ELEMENT
    read[name] = new Column(bytes.buffer.slice(at, next) as ArrayBuffer)
    at = next
  }
  // The two lists contain every property of the type.
  const visits = read as DayVisits
  visits.originLanguage ??= new Uint16Array(visits.originReferrer.length)
  return visits
}

export function sizeOfDay(visits: DayVisits): number {
  const keys = keyLists.reduce((sum, name) => sum + visits[name].length, 0)
  // A key takes about 60 bytes of memory.
  return columns.reduce((sum, [name]) => sum + visits[name].byteLength, keys * 60)
}
