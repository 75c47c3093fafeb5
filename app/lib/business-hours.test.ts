import fc from 'fast-check'
import { expect, test } from 'vitest'

import { assertDefined } from './assert-defined.ts'
import {
  alwaysOpen,
  type BusinessHours,
  describeHours,
  openingAt,
  parseSpans,
  spansText,
} from './business-hours.ts'
import { firstInstant, lastInstant, offsetAt } from './zoned-instants.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const spansOf = (text: string) => assertDefined(parseSpans(text), 'hours that can be read')

const office: BusinessHours = {
  week: ['9-17', '9-17', '9-17', '9-17', '9-17', '', ''].map((text) => spansOf(text)),
  closedOn: ['2026-12-25'],
}
const every = (text: string): BusinessHours => ({
  week: alwaysOpen.week.map(() => spansOf(text)),
  closedOn: [],
})
const at = (text: string) => Date.parse(text)

test.each([
  ['Europe/Berlin', '2026-11-20T15:59Z', { isOpen: true }],
  ['Europe/Berlin', '2026-11-20T16:00Z', { isOpen: false, opensAt: at('2026-11-23T08:00Z') }],
  ['Europe/Berlin', '2026-11-22T18:00Z', { isOpen: false, opensAt: at('2026-11-23T08:00Z') }],
  ['America/New_York', '2026-11-23T08:00Z', { isOpen: false, opensAt: at('2026-11-23T14:00Z') }],
  ['Asia/Kolkata', '2026-11-23T03:30Z', { isOpen: true }],
  ['Asia/Kolkata', '2026-11-23T03:29Z', { isOpen: false, opensAt: at('2026-11-23T03:30Z') }],
  ['Pacific/Kiritimati', '2026-11-22T19:00Z', { isOpen: true }],
  // Closed over Christmas and the weekend.
  ['Europe/Berlin', '2026-12-24T16:30Z', { isOpen: false, opensAt: at('2026-12-28T08:00Z') }],
  // The clocks change between Friday and Monday, in spring and in autumn.
  ['Europe/Berlin', '2026-03-27T16:30Z', { isOpen: false, opensAt: at('2026-03-30T07:00Z') }],
  ['Europe/Berlin', '2026-10-23T15:30Z', { isOpen: false, opensAt: at('2026-10-26T08:00Z') }],
])('office hours in %s at %s', (timeZone, now, opening) => {
  expect(openingAt(office, timeZone, at(now))).toEqual(opening)
})

test.each([
  // Clocks jump from 2:00 to 3:00, so 2:30 means the moment of the jump.
  ['2:30-4', '2026-03-29T00:59Z', false],
  ['2:30-4', '2026-03-29T01:00Z', true],
  ['2:30-4', '2026-03-29T02:00Z', false],
  ['1-2:30', '2026-03-29T00:59Z', true],
  ['1-2:30', '2026-03-29T01:00Z', false],
  // Clocks show the hour twice: open from the first 2:15 to the last 2:45.
  ['2:15-2:45', '2026-10-25T00:14Z', false],
  ['2:15-2:45', '2026-10-25T00:15Z', true],
  ['2:15-2:45', '2026-10-25T01:44Z', true],
  ['2:15-2:45', '2026-10-25T01:45Z', false],
  // Past midnight.
  ['22-6', '2026-03-29T03:59Z', true],
  ['22-6', '2026-03-29T04:00Z', false],
])('hours %s in Berlin at %s: %s', (text, now, isOpen) => {
  expect(openingAt(every(text), 'Europe/Berlin', at(now)).isOpen).toBe(isOpen)
})

test('a day that a zone skipped has no hours', () => {
  const friday: BusinessHours = { week: [[], [], [], [], spansOf('9-17'), [], []], closedOn: [] }
  const opening = openingAt(friday, 'Pacific/Apia', at('2011-12-30T09:00Z'))
  expect(opening).toEqual({ isOpen: false, opensAt: at('2012-01-05T19:00Z') })
})

test('without opening hours there is no next opening', () => {
  expect(openingAt(every(''), 'UTC', 0)).toEqual({ isOpen: false, opensAt: null })
  expect(openingAt(alwaysOpen, 'Asia/Kathmandu', 0)).toEqual({ isOpen: true })
})

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'Antarctica/Troll',
)
const instant = fc.integer({ min: at('2010-01-01'), max: at('2030-01-01') })
const span = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1439 }))
  .map(([from, length]) => ({ from, to: from + length }))
const hours = fc.record({
  week: fc.array(fc.array(span, { maxLength: 1 }), { minLength: 7, maxLength: 7 }),
  closedOn: fc.constant([]),
})

/** Returns the local time according to the platform. */
function wall(timeZone: string, now: number) {
  const shown = new Date(now).toLocaleString('sv-SE', { timeZone })
  const local = Date.parse(`${shown.replace(' ', 'T')}Z`)
  return { day: (new Date(local).getUTCDay() + 6) % 7, minutes: Math.floor((local % DAY) / MINUTE) }
}

/** Returns whether clocks change within two days, when the hours can be read in two ways. */
function isNearChange(timeZone: string, now: number): boolean {
  return offsetAt(timeZone, now - 2 * DAY) !== offsetAt(timeZone, now + 2 * DAY)
}

test('away from changes of the clocks, it is open when the clock on the wall is within the hours', () => {
  fc.assert(
    fc.property(hours, zone, instant, (open, timeZone, now) => {
      fc.pre(!isNearChange(timeZone, now))
      const { day, minutes } = wall(timeZone, now)
      const within = (spans: BusinessHours['week'][number] | undefined, past: number) =>
        assertDefined(spans, 'a week has seven days').some(
          ({ from, to }) => from <= minutes + past && minutes + past < to,
        )
      const isOpen = within(open.week[day], 0) || within(open.week[(day + 6) % 7], 1440)
      expect(openingAt(open, timeZone, now).isOpen).toBe(isOpen)
    }),
  )
})

test('it is open at the moment it is said to open, and closed a moment before', () => {
  fc.assert(
    fc.property(hours, zone, instant, (open, timeZone, now) => {
      const opening = openingAt(open, timeZone, now)
      if (opening.isOpen || opening.opensAt === null) return
      expect(opening.opensAt).toBeGreaterThan(now)
      expect(openingAt(open, timeZone, opening.opensAt)).toEqual({ isOpen: true })
      expect(openingAt(open, timeZone, opening.opensAt - 1)).toEqual(opening)
      expect(opening.opensAt - now).toBeLessThan(9 * DAY)
    }),
  )
})

test('a local time and its instants belong together, except where clocks skip it', () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, local) => {
      const [one, other] = [firstInstant(timeZone, local), lastInstant(timeZone, local)]
      expect(one).toBeLessThanOrEqual(other)
      for (const each of [one, other]) {
        const isShown = each + offsetAt(timeZone, each) === local
        const isSkipped =
          each + offsetAt(timeZone, each) > local && each - 1 + offsetAt(timeZone, each - 1) < local
        expect(isShown || isSkipped).toBe(true)
      }
    }),
  )
})

test.each([
  ['9-17', '9:00-17:00'],
  [' 9:00 – 12:30 ; 13-18', '9:00-12:30, 13:00-18:00'],
  ['22-2', '22:00-2:00'],
  ['0-24', '24 hours'],
  ['24 Hours', '24 hours'],
  ['', ''],
  ['closed', ''],
])('%s is read as %s', (typed, text) => {
  expect(spansText(parseSpans(typed) ?? [{ from: 1, to: 2 }])).toBe(text)
})

test.each([
  '9',
  '9-',
  'nine to five',
  '9-25',
  '9:60-10',
  '24-25',
  '9-9',
  '13-17, 9-12',
  '9-12, 11-13',
  '-1-5',
  '9-17,',
])('%s is refused', (typed) => {
  expect(parseSpans(typed)).toBeNull()
})

test('hours are told in words', () => {
  expect(describeHours(office, 'Europe/Berlin')).toBe('Monday to Friday 9:00-17:00 (Europe/Berlin)')
  expect(describeHours(alwaysOpen, 'UTC')).toBe('24/7')
  expect(describeHours(every(''), 'UTC')).toBe('')
})
