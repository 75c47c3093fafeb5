import { expect, test } from 'vitest'

import { createPace } from './pace.server.ts'

function createTestPace(limit: number) {
  let now = 0
  const pace = createPace({ limit, windowMs: 60_000, clock: { now: () => now } })
  return { pace, advance: (milliseconds: number) => (now += milliseconds) }
}

test('lets so many through in a window, then tells how long to wait', () => {
  const { pace, advance } = createTestPace(2)
  expect([pace('203.0.113.7'), pace('203.0.113.7'), pace('203.0.113.7')]).toEqual([0, 0, 60])
  expect(pace('198.51.100.1')).toBe(0)
  advance(45_000)
  expect(pace('203.0.113.7')).toBe(15)
  advance(15_000)
  expect(pace('203.0.113.7')).toBe(0)
})

test('a line of IPv6 does not get past it by changing addresses; what it is refused spares its neighbours', () => {
  const { pace } = createTestPace(2)
  const passed = (count: number, addressOf: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => pace(addressOf(n))).filter((wait) => wait === 0).length
  expect(passed(100, () => '2001:db8:1:1::/64')).toBe(2)
  expect(passed(100, (n) => `2001:db8:1:${(n + 2).toString(16)}::/64`)).toBe(2)
  expect(passed(1000, (n) => `2001:db8:1:${(n + 256).toString(16)}::/64`)).toBe(4)
})
