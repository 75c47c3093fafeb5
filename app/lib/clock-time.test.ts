import { expect, test } from 'vitest'

import { clockTime } from './clock-time.ts'

const now = Date.UTC(2026, 10, 22, 9)

test.each([
  [Date.UTC(2026, 10, 22, 2, 10), 'UTC', '02:10'],
  [Date.UTC(2026, 10, 22, 0, 5), 'UTC', '00:05'],
  [Date.UTC(2026, 10, 21, 23, 30), 'Europe/Berlin', '00:30'],
  [Date.UTC(2026, 10, 21, 22, 30), 'Europe/Berlin', 'Nov 21, 2026, 23:30'],
])('%i in %s is told as %s', (at, timeZone, told) => {
  expect(clockTime(at, { timeZone, now })).toBe(told)
})
