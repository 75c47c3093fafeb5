import { expect, test } from 'vitest'

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

const now = Date.UTC(2026, 10, 22, 9)

test.each([
  [Date.UTC(2026, 10, 22, 2, 10), 'UTC', '02:10'],
  [Date.UTC(2026, 10, 22, 0, 5), 'UTC', '00:05'],
  [Date.UTC(2026, 10, 21, 23, 30), 'Europe/Berlin', '00:30'],
  [Date.UTC(2026, 10, 21, 22, 30), 'Europe/Berlin', 'Nov 21, 2026, 23:30'],
])('%i in %s is told as %s', (at, timeZone, told) => {
  expect(clockTime(at, { timeZone, now })).toBe(told)
})
