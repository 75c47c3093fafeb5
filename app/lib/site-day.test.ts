import { expect, test } from 'vitest'

import { addDays, daysBetween, isDay, listDays } from './days.ts'
import { dayOf, endOfDay, startOfDay } from './site-day.ts'

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00Z'],
  ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00Z'],
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00Z'],
  ['Pacific/Midway', '2026-11-21', '2026-11-21T11:00:00Z'],
  // Clocks jump from midnight to one o'clock.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
])('in %s the day %s begins at %s', (zone, day, start) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(new Date(start).toISOString())
  expect(dayOf(startOfDay(day, zone), zone)).toBe(day)
  expect(dayOf(startOfDay(day, zone) - 1, zone)).toBe(addDays(day, -1))
})

test('a day with a change of clocks has 23 or 25 hours', () => {
  const hours = (day: string) =>
    (endOfDay(day, 'Europe/Berlin') - startOfDay(day, 'Europe/Berlin')) / 3_600_000
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-21')]).toEqual([23, 25, 24])
})

test('days are counted over months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2)
  expect(listDays('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(listDays('2026-02-02', '2026-02-01')).toEqual([])
  expect(['2026-02-30', '2026-2-3', 'x', '2026-11-21'].map(isDay)).toEqual([false, false, false, true])
})
