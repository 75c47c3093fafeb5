import fc from 'fast-check'
import { expect, test } from 'vitest'

import { quietUntil } from './preferences.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const minute = fc.integer({ min: 0, max: 1439 })

test.each([
  ['2026-11-21T22:30:00Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T05:59:00Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
  ['2026-11-22T06:00:00Z', '2026-11-22T06:00:00.000Z'],
])('from 22:00 to 07:00 in Berlin, a notice of %s is sent at %s', (at, sent) => {
  const quiet = { from: 22 * 60, to: 7 * 60, timeZone: 'Europe/Berlin' }
  expect(new Date(quietUntil(quiet, Date.parse(at))).toISOString()).toBe(sent)
})

test('in any zone, and across clock changes, quiet hours end within a day, and at their end nobody waits', () => {
  fc.assert(
    fc.property(
      minute,
      minute,
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
      (from, to, timeZone, at) => {
        const quiet = { from, to, timeZone }
        const until = quietUntil(quiet, at)
        expect(until).toBeGreaterThanOrEqual(at)
        expect(until - at).toBeLessThanOrEqual(25 * 3_600_000)
        expect(quietUntil(quiet, until)).toBe(until)
      },
    ),
    { numRuns: 500, seed: 53 },
  )
})

test('without quiet hours nothing waits', () => {
  expect(quietUntil(null, 5)).toBe(5)
})
