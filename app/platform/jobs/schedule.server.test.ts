import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'

import { slotId } from './schedule.server.ts'

const nightly = { name: 'clean', every: DAY, offset: 3 * HOUR }

test('a slot is named by the schedule and by its start', () => {
  const noon = Date.UTC(2026, 10, 21, 12)
  expect(slotId(nightly, noon)).toBe('clean@2026-11-21T03:00:00.000Z')
  expect(slotId({ name: 'tick', every: 5 * MINUTE }, noon + 1)).toBe('tick@2026-11-21T12:00:00.000Z')
})

test('a slot lasts to the millisecond before the next', () => {
  const start = Date.UTC(2026, 10, 21, 3)
  expect(slotId(nightly, start)).toBe('clean@2026-11-21T03:00:00.000Z')
  expect(slotId(nightly, start - 1)).toBe('clean@2026-11-20T03:00:00.000Z')
  expect(slotId(nightly, start + DAY - 1)).toBe('clean@2026-11-21T03:00:00.000Z')
  expect(slotId(nightly, start + DAY)).toBe('clean@2026-11-22T03:00:00.000Z')
})

test('every moment lies in its slot, and all moments of a slot have one id', () => {
  const schedule = fc.record({ every: fc.integer({ min: 1000, max: 7 * DAY }), offset: fc.nat(DAY) })
  fc.assert(
    fc.property(schedule, fc.integer({ min: 2 * DAY, max: 4e12 }), ({ every, offset }, now) => {
      const id = slotId({ name: 'x', every, offset }, now)
      const start = Date.parse(id.slice(2))
      expect(start).toBeLessThanOrEqual(now)
      expect(start + every).toBeGreaterThan(now)
      expect(slotId({ name: 'x', every, offset }, start)).toBe(id)
    }),
  )
})
