import fc from 'fast-check'
import { expect, test } from 'vitest'

import { freeTimes, type MeetingRules, type MemberTime, stepOf } from './free-times.ts'
import type { Interval } from './open-intervals.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** Zones whose clocks change at other hours, by half an hour, at midnight, in the other season or by a day. */
const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Asia/Tehran',
  'Asia/Beirut',
  'Asia/Amman',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Antarctica/Troll',
] as const

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time according to the platform. */
function wall(timeZone: string, at: number) {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options)
  clocks.set(timeZone, clock)
  const [date = '', time = ''] = clock.format(at).split(' ')
  const [hour, minute] = time.split(':').map(Number)
  return { date, minute: (hour ?? NaN) * 60 + (minute ?? NaN) }
}

/** Finds the first two clock changes of a zone after 2017, day by day. */
function changesOf(timeZone: string): number[] {
  const changes: number[] = []
  const ahead = (at: number) => {
    const { date, minute } = wall(timeZone, at)
    return Date.parse(`${date}T00:00Z`) + minute * MINUTE - at
  }
  for (let at = Date.UTC(2017, 0, 1); changes.length < 2 && at < Date.UTC(2027, 0, 1); at += DAY)
    if (ahead(at) !== ahead(at + DAY)) changes.push(at)
  return changes
}

const changes = zones.flatMap((timeZone) => changesOf(timeZone).map((at) => ({ timeZone, at })))

/** Checks every minute by its local time, without time zone arithmetic. */
function scan(rules: MeetingRules, { hours, busy, booked }: MemberTime, range: Interval & { now: number }) {
  const windowAt = (at: number) => {
    const { date, minute } = wall(hours.timeZone, at)
    const weekday = (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
    const spans = hours.exceptions[date] ?? hours.week[weekday] ?? []
    return { minute, date, span: spans.find(({ from, to }) => from <= minute && minute < to) }
  }
  const open = new Map<number, ReturnType<typeof windowAt>>()
  const read = (at: number) => {
    const known = open.get(at) ?? windowAt(at)
    open.set(at, known)
    return known
  }
  const starts: number[] = []
  for (let at = range.from; at < range.to; at += MINUTE) {
    const { minute, date, span } = read(at)
    if (!span || (minute - span.from) % stepOf(rules.length) !== 0) continue
    if (at < range.now + rules.notice * MINUTE) continue
    const minutes = Array.from({ length: rules.length }, (_, n) => at + n * MINUTE)
    if (!minutes.every((each) => read(each).span)) continue
    const [begins, ends] = [
      at - rules.bufferBefore * MINUTE,
      at + (rules.length + rules.bufferAfter) * MINUTE,
    ]
    if (busy.some(({ from, to }) => from < ends && begins < to)) continue
    const onDay = booked.filter((each) => wall(hours.timeZone, each).date === date).length
    if (rules.dailyMaximum !== null && onDay >= rules.dailyMaximum) continue
    starts.push(at)
  }
  return starts
}

const span = fc
  .tuple(fc.integer({ min: 0, max: 92 }), fc.integer({ min: 1, max: 96 }))
  .map(([from, length]) => ({ from: from * 15, to: Math.min((from + length) * 15, 1440) }))
const spans = fc.oneof(
  fc.constant([]),
  span.map((each) => [each]),
)
const rulesOf = fc.record({
  length: fc.constantFrom(15, 20, 30, 45, 60),
  bufferBefore: fc.constantFrom(0, 10, 15),
  bufferAfter: fc.constantFrom(0, 5, 30),
  notice: fc.constantFrom(0, 60, 600),
  dailyMaximum: fc.constantFrom(null, 1, 3),
})

test('there are forty changes of the clocks to try', () => {
  expect(changes).toHaveLength(40)
})

test.each(changes)('around $timeZone at $at, free times are what the clock on the wall allows', (change) => {
  const { timeZone } = change
  const offset = fc
    .integer({ min: -DAY, max: 2 * DAY })
    .map((n) => change.at + Math.floor(n / MINUTE) * MINUTE)
  const busyTime = fc.tuple(offset, fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(
      rulesOf,
      fc.array(spans, { minLength: 7, maxLength: 7 }),
      fc.option(spans),
      fc.array(busyTime, { maxLength: 4 }),
      fc.array(offset, { maxLength: 4 }),
      (rules, week, exception, busyTimes, booked) => {
        const day = wall(timeZone, change.at + DAY).date
        const hours = { timeZone, week, exceptions: exception ? { [day]: exception } : {} }
        const busy = busyTimes.map(([from, length]) => ({ from, to: from + length * MINUTE }))
        const range = { from: change.at - DAY / 2, to: change.at + 2 * DAY, now: change.at - DAY / 2 }
        const member = { hours, busy, booked }
        expect(freeTimes(rules, member, range)).toEqual(scan(rules, member, range))
      },
    ),
    { numRuns: 4 },
  )
})

const nine = { from: 540, to: 1020 }
const everyDay = Array.from({ length: 7 }, () => [nine])
const plain = { length: 30, bufferBefore: 0, bufferAfter: 0, notice: 0, dailyMaximum: null }
const berlin = (week: MemberTime['hours']['week']): MemberTime => ({
  hours: { timeZone: 'Europe/Berlin', week, exceptions: {} },
  busy: [],
  booked: [],
})

test('a day from nine to five has sixteen half hours', () => {
  const from = Date.parse('2026-11-24T00:00+01:00')
  const times = freeTimes(plain, berlin(everyDay), { from, to: from + DAY, now: from })
  expect(times).toHaveLength(16)
  expect(times[0]).toBe(Date.parse('2026-11-24T09:00+01:00'))
})

test('a skipped hour has no times, and a repeated one has its times twice', () => {
  const night = Array.from({ length: 7 }, () => [{ from: 60, to: 240 }])
  const spring = Date.parse('2026-03-29T00:00+01:00')
  const autumn = Date.parse('2026-10-25T00:00+02:00')
  const count = (from: number) =>
    freeTimes(plain, berlin(night), { from, to: from + DAY / 2, now: from }).length
  expect([count(spring), count(autumn)]).toEqual([4, 8])
})

test('a meeting may begin within a range and end beyond it, but not beyond the open hours', () => {
  const night = Array.from({ length: 7 }, () => [
    { from: 0, to: 60 },
    { from: 1380, to: 1440 },
  ])
  const from = Date.parse('2026-11-24T12:00+01:00')
  const timesUntil = (to: string, length = 60) =>
    freeTimes({ ...plain, length }, berlin(night), { from, to: Date.parse(to), now: from }).map((at) =>
      new Date(at + 60 * MINUTE).toISOString().slice(5, 16),
    )
  expect(timesUntil('2026-11-25T00:00+01:00')).toEqual(['11-24T23:00', '11-24T23:30'])
  expect(timesUntil('2026-11-25T00:01+01:00')).toEqual(['11-24T23:00', '11-24T23:30', '11-25T00:00'])
  expect(timesUntil('2026-11-25T12:00+01:00')).toEqual(['11-24T23:00', '11-24T23:30', '11-25T00:00'])
  expect(timesUntil('2026-11-25T12:00+01:00', 120)).toEqual(['11-24T23:00'])
})

test('the steps of each open span begin at its own start', () => {
  const morning = [
    { from: 540, to: 600 },
    { from: 610, to: 720 },
  ]
  const from = Date.parse('2026-11-24T00:00Z')
  const member = berlin(Array.from({ length: 7 }, () => morning))
  const times = freeTimes(plain, member, { from, to: from + DAY, now: from })
  expect(times.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    '08:00',
    '08:30',
    '09:10',
    '09:40',
    '10:10',
  ])
})

test('times next to a meeting keep its buffers', () => {
  const from = Date.parse('2026-11-24T00:00+01:00')
  const busy = [{ from: Date.parse('2026-11-24T10:00+01:00'), to: Date.parse('2026-11-24T10:30+01:00') }]
  const rules = { ...plain, bufferBefore: 15, bufferAfter: 15 }
  const times = freeTimes(rules, { ...berlin(everyDay), busy }, { from, to: from + DAY, now: from })
  const around = times.slice(0, 3).map((at) => new Date(at).toISOString().slice(11, 16))
  expect(around).toEqual(['08:00', '10:00', '10:30'])
})
