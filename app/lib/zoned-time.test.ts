import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { thirdPartyFolder } from '#tests/support/corpora.ts'

import { offsetAt } from './zoned-instants.ts'
import { clockTime, fromLocalTime, toLocalTime } from './zoned-time.ts'

test.each([
  ['2026-11-21T12:30', 'UTC', '2026-11-21T12:30:00.000Z'],
  ['2026-11-21T12:30', 'Europe/Berlin', '2026-11-21T11:30:00.000Z'],
  ['2026-07-01T00:15', 'Europe/Berlin', '2026-06-30T22:15:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
])('%s in %s is %s', (local, zone, utc) => {
  expect(new Date(fromLocalTime(local, zone) ?? 0).toISOString()).toBe(utc)
  expect(toLocalTime(Date.parse(utc), zone)).toBe(local)
})

test.each(['', 'tomorrow', '2026-13-45T99:99'])('%j is no time', (local) => {
  expect(fromLocalTime(local, 'UTC')).toBeNull()
})

test.each([
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30Z', '2027-03-14T03:30'],
  ['2027-09-05T00:30', 'America/Santiago', '2027-09-05T04:30Z', '2027-09-05T01:30'],
  ['2027-03-14T02:30', 'America/St_Johns', '2027-03-14T06:00Z', '2027-03-14T03:30'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30Z', '2027-03-28T03:30'],
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45Z', '2027-10-03T02:45'],
])('%s, which is skipped in %s, moves forward to %s', (local, zone, utc, shown) => {
  expect(fromLocalTime(local, zone)).toBe(Date.parse(utc))
  expect(toLocalTime(Date.parse(utc), zone)).toBe(shown)
})

test.each([
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30Z'],
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30Z'],
  ['2027-04-04T02:30', 'Australia/Sydney', '2027-04-03T15:30Z'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45Z'],
])('of the two %s in %s, the first counts', (local, zone, utc) => {
  expect(fromLocalTime(local, zone)).toBe(Date.parse(utc))
})

const zones = Intl.supportedValuesOf('timeZone')
const [from, to] = [Date.UTC(2020, 0), Date.UTC(2041, 0)]

/** Returns the first millisecond after each change of a zone's clocks. */
function changesOf(timeZone: string): number[] {
  const changes: number[] = []
  const zone = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  for (let next = zone.getTimeZoneTransition('next'); next !== null && next.epochMilliseconds < to;) {
    changes.push(next.epochMilliseconds)
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

const asTemporal = (local: string, timeZone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds

test('around every change of clocks from 2020 to 2040, in every zone, local times mean what Temporal says', () => {
  const places = zones.flatMap((timeZone) => changesOf(timeZone).map((change) => ({ timeZone, change })))
  expect(places.length).toBeGreaterThan(3000)
  const wrong: string[] = []
  for (const { timeZone, change } of places)
    for (const past of [-1, 0, 29])
      for (const side of [change - 1, change]) {
        const wall = change + offsetAt(timeZone, side) + past * 60_000
        const local = new Date(wall).toISOString().slice(0, 16)
        if (fromLocalTime(local, timeZone) !== asTemporal(local, timeZone)) wrong.push(`${local} ${timeZone}`)
      }
  expect(wrong).toEqual([])
}, 60_000)

test('at any minute in any zone, local times mean what Temporal says', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (timeZone, wall) => {
      const local = new Date(wall).toISOString().slice(0, 16)
      expect(fromLocalTime(local, timeZone)).toBe(asTemporal(local, timeZone))
    }),
    { numRuns: 2000 },
  )
})

const scheduled = join(thirdPartyFolder, 'real-files', 'inputs', 'schedule-times.tsv')
const isHere = existsSync(scheduled)

test.skipIf(!isHere)(
  `scheduled times are right${isHere ? '' : ': skipped because TEST_CORPORA has no real-files'}`,
  () => {
    const rows = readFileSync(scheduled, 'utf8').split('\n').slice(1).filter(Boolean)
    expect(rows.length).toBeGreaterThan(4)
    for (const row of rows) {
      const [zone = '', typed = '', expected = ''] = row.split('\t')
      const [clock = ''] = /\d\d:\d\dZ/.exec(expected) ?? []
      const [day = typed.slice(0, 10)] = /^\d{4}-\d\d-\d\d/.exec(expected) ?? []
      expect(fromLocalTime(typed, zone), row).toBe(Date.parse(`${day}T${clock}`))
    }
  },
)

const now = Date.UTC(2026, 10, 22, 9)

test.each([
  [Date.UTC(2026, 10, 22, 2, 10), 'UTC', '02:10'],
  [Date.UTC(2026, 10, 22, 0, 5), 'UTC', '00:05'],
  [Date.UTC(2026, 10, 21, 23, 30), 'Europe/Berlin', '00:30'],
  [Date.UTC(2026, 10, 21, 22, 30), 'Europe/Berlin', 'Nov 21, 2026, 23:30'],
])('%i in %s is told as %s', (at, timeZone, told) => {
  expect(clockTime(at, { timeZone, now })).toBe(told)
})
