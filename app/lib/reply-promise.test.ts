import fc from 'fast-check'
import { expect, test } from 'vitest'

import { alwaysOpen, type BusinessHours, openingAt } from './business-hours.ts'
import { promisedBy, readPromise } from './reply-promise.ts'

const HOUR = 3_600_000
const nineToFive: BusinessHours = {
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => (day <= 5 ? [{ from: 540, to: 1020 }] : [])),
  closedOn: [],
}

test.each([
  ['1 hour', 'open-time', HOUR],
  ['within 2 hours', 'open-time', 2 * HOUR],
  ['an hour', 'open-time', HOUR],
  ['half an hour', 'open-time', HOUR / 2],
  ['30 min', 'open-time', HOUR / 2],
  ['1–2 hours', 'open-time', 2 * HOUR],
  ['24h', 'open-time', 24 * HOUR],
  ['one business day', 'business-days', 1],
  ['2 working days', 'business-days', 2],
  ['next business day', 'business-days', 1],
] as const)('%s', (text, unit, amount) => {
  expect(readPromise(text)).toEqual({ unit, amount })
})

test.each(['', 'soon', 'as fast as we can', '24/7', '0 hours', 'x'.repeat(100), '1 hour '.repeat(40)])(
  '"%s" promises no time',
  (text) => {
    expect(readPromise(text)).toBeNull()
  },
)

const at = (time: string) => Date.parse(time)
const due = (text: string, from: string, hours = nineToFive, timeZone = 'Europe/Berlin') => {
  const promise = readPromise(text)
  const by = promise && promisedBy(promise, { hours, timeZone, at: at(from) })
  return by === null ? null : new Date(by).toISOString()
}

test('hours count only while somebody is there', () => {
  // A Friday, at 16:30 in Berlin.
  expect(due('1 hour', '2026-11-20T15:30:00Z')).toBe('2026-11-23T08:30:00.000Z')
  expect(due('1 hour', '2026-11-22T12:00:00Z')).toBe('2026-11-23T09:00:00.000Z')
  expect(due('1 hour', '2026-11-22T12:00:00Z', alwaysOpen)).toBe('2026-11-22T13:00:00.000Z')
})

test('a day is the end of the next day of opening', () => {
  expect(due('1 business day', '2026-11-20T10:00:00Z')).toBe('2026-11-23T16:00:00.000Z')
  expect(due('24 hours', '2026-11-20T10:00:00Z')).toBe('2026-11-23T16:00:00.000Z')
  expect(due('24 hours', '2026-11-20T10:00:00Z', alwaysOpen)).toBe('2026-11-21T10:00:00.000Z')
})

test('where it never opens, nothing is due', () => {
  expect(
    due('1 hour', '2026-11-20T10:00:00Z', { week: nineToFive.week.map(() => []), closedOn: [] }),
  ).toBeNull()
})

test('what is due falls into opening hours, and later promises are due later, in any zone', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC')
  const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })
  fc.assert(
    fc.property(zones, instant, fc.integer({ min: 1, max: 40 }), (timeZone, from, hours) => {
      const by = (amount: number) =>
        promisedBy({ unit: 'open-time', amount: amount * HOUR }, { hours: nineToFive, timeZone, at: from })
      const [sooner, later] = [by(hours), by(hours + 1)]
      if (sooner === null || later === null) return
      expect(sooner).toBeGreaterThan(from)
      expect(later).toBeGreaterThan(sooner - 1)
      expect(openingAt(nineToFive, timeZone, sooner - 1).isOpen).toBe(true)
    }),
  )
})
