import { expect, test } from 'vitest'

import { calendarMonths, freeDayFrom, weekdayNames } from './calendar-months.ts'
import { firstWeekday, visitorsHabit } from './visitors-habit.ts'

test('shows the weeks from the first free day to the last one, by month', () => {
  const months = calendarMonths('2026-11-27', '2026-12-08', 1)
  expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-12'])
  // 27 November 2026 is a Friday, 1 December a Tuesday.
  expect(months[0]?.days).toEqual([23, 24, 25, 26, 27, 28, 29, 30].map((day) => `2026-11-${day}`))
  expect(months[1]?.days.slice(0, 3)).toEqual([null, '2026-12-01', '2026-12-02'])
  expect(months[1]?.days.at(-1)).toBe('2026-12-13')
})

test('weeks begin as in the visitor’s country', () => {
  expect(calendarMonths('2026-12-01', '2026-12-01', 7)[0]?.days.slice(0, 3)).toEqual([
    null,
    null,
    '2026-12-01',
  ])
  expect([firstWeekday('en-US'), firstWeekday('de'), firstWeekday('ar-EG')]).toEqual([7, 1, 6])
  expect(weekdayNames('en-US', 7)[0]).toBe('Sun')
  expect(weekdayNames('ar', 7)[0]).toBe('ح')
})

test('up and down lead to the same weekday, past weeks in which it is not free', () => {
  const free = ['2026-12-01', '2026-12-03', '2026-12-15', '2026-12-22']
  expect(freeDayFrom('2026-12-01', 7, free)).toBe('2026-12-15')
  expect(freeDayFrom('2026-12-22', -7, free)).toBe('2026-12-15')
  expect(freeDayFrom('2026-12-01', 1, free)).toBe('2026-12-03')
  expect(freeDayFrom('2026-12-03', -1, free)).toBe('2026-12-01')
  expect(freeDayFrom('2026-12-22', 7, free)).toBeNull()
})

test.each([
  ['en', 'de-DE,en-US;q=0.8', 'en-US-u-ca-gregory'],
  ['en', 'en', 'en'],
  ['de', 'en-US', 'de'],
  ['ar', 'ar-SA', 'ar-SA-u-ca-gregory'],
  ['en', 'en_US,x-,*;q=0.1', 'en'],
  ['en', null, 'en'],
])('pages in %s for %s are written as in %s', (language, accepted, habit) => {
  expect(visitorsHabit(language, accepted)).toBe(habit)
})
