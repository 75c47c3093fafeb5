import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, daysBetween } from '#app/lib/days.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'

import { comparisonText } from './comparison-text.ts'
import { comparisonOf, elapsedMinutes, readComparison } from './comparison.ts'
import { readRange } from './range.ts'

const MINUTE = 60_000

function asked(query: string, at: string, timeZone = 'UTC') {
  const now = Date.parse(at)
  const today = dayOf(now, timeZone)
  const range = readRange(new URLSearchParams(query), today)
  const comparison = readComparison(new URLSearchParams(query), range, { now, today, timeZone })
  return { range, comparison, now, timeZone }
}

test.each([
  ['range=today', '2026-11-20', '2026-11-20', 871],
  ['range=7d', '2026-11-08', '2026-11-14', 871],
  ['range=30d', '2026-09-23', '2026-10-22', 871],
  ['range=custom&from=2026-11-01&to=2026-11-03', '2026-10-29', '2026-10-31', null],
  ['range=custom&from=2026-11-20&to=2026-11-21', '2026-11-18', '2026-11-19', 871],
  ['range=today&compare=year', '2025-11-21', '2025-11-21', 871],
  ['range=7d&compare=year', '2025-11-15', '2025-11-21', 871],
  ['range=7d&compare=custom&since=2026-05-01', '2026-05-01', '2026-05-07', 871],
  ['range=7d&compare=custom&since=2026-11-20', '2026-11-08', '2026-11-14', 871],
  ['range=7d&compare=custom&since=2026-02-30', '2026-11-08', '2026-11-14', 871],
  ['range=7d&compare=custom', '2026-11-08', '2026-11-14', 871],
  ['range=7d&compare=nonsense', '2026-11-08', '2026-11-14', 871],
])('%s at half past two is compared with %s to %s', (query, from, to, cut) => {
  expect(asked(query, '2026-11-21T14:30:20Z').comparison).toMatchObject({ from, to, cut })
})

test('a leap day is compared with the last of February', () => {
  const { comparison } = asked(
    'range=custom&from=2028-02-29&to=2028-02-29&compare=year',
    '2028-06-01T12:00:00Z',
  )
  expect(comparison).toMatchObject({ from: '2027-02-28', to: '2027-02-28', cut: null })
})

test('without a period to compare with there is no comparison', () => {
  expect(asked('range=7d&compare=none', '2026-11-21T14:30:00Z').comparison).toBeNull()
})

test.each([
  ['range=today', 'yesterday until 3:30 PM'],
  ['range=7d', 'in the 7 days before, until 3:30 PM'],
  ['range=today&compare=year', 'on Nov 21, 2025 until 3:30 PM'],
  ['range=7d&compare=custom&since=2026-05-01', 'from May 1, 2026 to May 7, 2026, until 3:30 PM'],
  ['range=custom&from=2026-11-01&to=2026-11-03', 'in the period before'],
  ['compare=none', ''],
])('%s is compared with what came %s', (query, text) => {
  expect(comparisonText(asked(query, '2026-11-21T14:30:20Z', 'Europe/Berlin'))).toBe(text)
})

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Katmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Africa/Casablanca',
)
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) })

test('the compared part of a day ends at the same local time, whatever the zone', () => {
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 1, max: 400 }), (timeZone, now, ago) => {
      const day = addDays(dayOf(now, timeZone), -ago)
      const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
      const last = start + (elapsedMinutes(day, { now, timeZone }) - 1) * MINUTE
      expect(last).toBeGreaterThanOrEqual(start)
      const clock = (at: number) => new Date(at).toLocaleTimeString('sv-SE', { timeZone, timeStyle: 'short' })
      // On a day whose clocks skip this time, the comparison ends at the skipped hour.
      const isSkipped = end - start < 24 * 60 * MINUTE && clock(last) !== clock(now)
      if (isSkipped) expect(clock(last) > clock(now)).toBe(true)
      else expect(clock(last)).toBe(clock(now))
    }),
    { numRuns: 400 },
  )
})

test('without a change of clocks on either day the elapsed time is equal', () => {
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 1, max: 400 }), (timeZone, now, ago) => {
      const today = dayOf(now, timeZone)
      const day = addDays(today, -ago)
      const length = (of: string) => endOfDay(of, timeZone) - startOfDay(of, timeZone)
      fc.pre(length(day) === 24 * 60 * MINUTE && length(today) === 24 * 60 * MINUTE)
      const elapsed = Math.floor((now - startOfDay(today, timeZone)) / MINUTE) + 1
      expect(elapsedMinutes(day, { now, timeZone })).toBe(elapsed)
    }),
    { numRuns: 400 },
  )
})

test('the compared part of a day never gets shorter during the day', () => {
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 0, max: 600 }), (timeZone, now, more) => {
      const later = now + more * MINUTE
      const today = dayOf(now, timeZone)
      fc.pre(dayOf(later, timeZone) === today)
      // Leaves out days on which the clocks show an hour twice, as both are compared with the same hour.
      fc.pre(endOfDay(today, timeZone) - startOfDay(today, timeZone) <= 24 * 60 * MINUTE)
      const day = addDays(today, -1)
      expect(elapsedMinutes(day, { now: later, timeZone })).toBeGreaterThanOrEqual(
        elapsedMinutes(day, { now, timeZone }),
      )
    }),
    { numRuns: 400 },
  )
})

test('both periods have the same number of days', () => {
  const wishes = fc.constantFrom(null, 'year', '2025-03-01')
  fc.assert(
    fc.property(zones, instants, wishes, fc.integer({ min: 0, max: 700 }), (timeZone, now, wish, length) => {
      const today = dayOf(now, timeZone)
      const range = { name: 'custom' as const, from: addDays(today, -length), to: today }
      const { from, to, cut } = comparisonOf(range, { now, today, timeZone }, wish)
      expect(daysBetween(from, to)).toBe(length)
      expect(to <= today).toBe(true)
      expect(cut).not.toBeNull()
    }),
  )
})
