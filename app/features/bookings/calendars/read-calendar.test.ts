import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { AppError } from '#app/platform/errors.ts'
import { corporaOf, thirdPartyFolder } from '#tests/support/corpora.ts'

import { readCalendar } from './read-calendar.server.ts'

const within = { from: Date.parse('2026-03-01T00:00Z'), to: Date.parse('2026-11-30T00:00Z') }

function calendar(...events: string[]): Uint8Array {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`)
  return new TextEncoder().encode(['BEGIN:VCALENDAR', 'VERSION:2.0', ...body, 'END:VCALENDAR'].join('\r\n'))
}

const texts = (bytes: Uint8Array, range = within) =>
  readCalendar({ bytes, within: range, timeZone: 'Europe/Berlin' }).busy.map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 16)).join(' '),
  )

test.each([
  ['UTC', 'DTSTART:20260601T080000Z\nDTEND:20260601T090000Z', ['2026-06-01T08:00 2026-06-01T09:00']],
  [
    'a zone of IANA without its description',
    'DTSTART;TZID=America/New_York:20260601T080000\nDURATION:PT30M',
    ['2026-06-01T12:00 2026-06-01T12:30'],
  ],
  [
    'a zone of Windows',
    'DTSTART;TZID=W. Europe Standard Time:20260601T080000\nDTEND;TZID=W. Europe Standard Time:20260601T090000',
    ['2026-06-01T06:00 2026-06-01T07:00'],
  ],
  ['no zone', 'DTSTART:20260601T080000\nDTEND:20260601T090000', ['2026-06-01T06:00 2026-06-01T07:00']],
  [
    'a whole day, on which the clock changes',
    'DTSTART;VALUE=DATE:20260329\nDTEND;VALUE=DATE:20260330',
    ['2026-03-28T23:00 2026-03-29T22:00'],
  ],
  [
    'an end in another zone, as flights have',
    'DTSTART;TZID=Europe/Berlin:20260601T100000\nDTEND;TZID=America/New_York:20260601T130000',
    ['2026-06-01T08:00 2026-06-01T17:00'],
  ],
  [
    'a start in UTC and an end by a zone',
    'DTSTART:20260601T080000Z\nDTEND;TZID=Asia/Tokyo:20260601T180000',
    ['2026-06-01T08:00 2026-06-01T09:00'],
  ],
  [
    'hours of duration over a night whose clock is put forward',
    'DTSTART;TZID=Europe/Berlin:20260328T230000\nDURATION:PT8H',
    ['2026-03-28T22:00 2026-03-29T06:00'],
  ],
  [
    'a day and hours of duration over a night whose clock is put back',
    'DTSTART;TZID=Europe/Berlin:20261024T090000\nDURATION:P1DT2H',
    ['2026-10-24T07:00 2026-10-25T10:00'],
  ],
  ['cancelled', 'DTSTART:20260601T080000Z\nDTEND:20260601T090000Z\nSTATUS:CANCELLED', []],
  ['transparent', 'DTSTART:20260601T080000Z\nDTEND:20260601T090000Z\nTRANSP:TRANSPARENT', []],
  ['no time at all', 'SUMMARY:Nothing', []],
  ['without length', 'DTSTART:20260601T080000Z', []],
  ['backwards', 'DTSTART:20260601T080000Z\nDTEND:20260601T070000Z', []],
])('an event with %s', (_name, event, expected) => {
  expect(texts(calendar(`UID:a\n${event}`))).toEqual(expected)
})

test('what repeats keeps to the clock across its change, without exceptions, and with dates of its own', () => {
  const weekly = [
    'UID:a\nDTSTART;TZID=Europe/Berlin:20260316T090000\nDTEND;TZID=Europe/Berlin:20260316T100000',
    'RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE;TZID=Europe/Berlin:20260323T090000',
    'RDATE;TZID=Europe/Berlin:20260501T090000',
  ].join('\n')
  const moved = [
    'UID:a\nRECURRENCE-ID:20260406T070000Z',
    'DTSTART;TZID=Europe/Berlin:20260407T150000\nDTEND;TZID=Europe/Berlin:20260407T160000',
  ].join('\n')
  const dropped =
    'UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260413T090000\nDTSTART:20260413T070000Z\nDTEND:20260413T080000Z\nSTATUS:CANCELLED'
  expect(texts(calendar(weekly, moved, dropped))).toEqual([
    '2026-03-16T08:00 2026-03-16T09:00',
    '2026-03-30T07:00 2026-03-30T08:00',
    '2026-04-07T13:00 2026-04-07T14:00',
    '2026-05-01T07:00 2026-05-01T08:00',
  ])
})

test('a rule without end is read as far as anybody can book', () => {
  const daily = 'UID:a\nDTSTART:20200101T080000Z\nDTEND:20200101T083000Z\nRRULE:FREQ=DAILY'
  const june = { from: Date.parse('2026-06-01T00:00Z'), to: Date.parse('2026-06-04T00:00Z') }
  expect(texts(calendar(daily), june)).toHaveLength(3)
})

test('what overlaps is one stretch, cut to the range', () => {
  const two = [
    'UID:a\nDTSTART:20260228T080000Z\nDTEND:20260302T080000Z',
    'UID:b\nDTSTART:20260302T070000Z\nDTEND:20260302T090000Z',
  ]
  expect(texts(calendar(...two))).toEqual(['2026-03-01T00:00 2026-03-02T09:00'])
})

test('a zone that only the file describes is read by its description', () => {
  const zone = [
    'BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD\nEND:VTIMEZONE',
    'BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Ours:20260601T080000\nDTEND;TZID=Ours:20260601T090000\nEND:VEVENT',
  ]
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...zone, 'END:VCALENDAR'].join('\n')
  expect(texts(new TextEncoder().encode(file))).toEqual(['2026-06-01T05:00 2026-06-01T06:00'])
})

test.each([
  '',
  'hello',
  '<html></html>',
  'BEGIN:VCARD\nEND:VCARD',
  'BEGIN:VCALENDAR\nBEGIN:VEVENT',
  '\0\0\0',
])('what is no calendar is refused: %j', (text) => {
  expect(() => texts(new TextEncoder().encode(text))).toThrow(/calendar/)
})

const read = (event: string, ...more: string[]) =>
  readCalendar({ bytes: calendar(`UID:a\n${event}`, ...more), within, timeZone: 'Europe/Berlin' })
const days = (event: string, ...more: string[]) =>
  texts(calendar(`UID:a\n${event}`, ...more)).map((each) => each.slice(5, 16))

test.each([
  ['every second', 'DTSTART:20260601T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY'],
  ['never', 'DTSTART:20260601T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
])('a rule that repeats %s is busy for good, and counted', (_, event) => {
  const { busy, odd } = read(event)
  expect(odd).toBe(1)
  expect(busy.at(-1)?.to).toBe(within.to)
  expect(busy.at(-1)?.from).toBeLessThan(Date.parse('2026-06-02'))
})

test.each([
  ['UNTIL as a date', 'RRULE:FREQ=DAILY;UNTIL=20260603', ['06-01', '06-02', '06-03']],
  ['UNTIL in local time', 'RRULE:FREQ=DAILY;UNTIL=20260602T100000', ['06-01', '06-02']],
  ['UNTIL in UTC', 'RRULE:FREQ=DAILY;UNTIL=20260602T080000Z', ['06-01', '06-02']],
  ['UNTIL a second earlier', 'RRULE:FREQ=DAILY;UNTIL=20260602T075959Z', ['06-01']],
  ['EXDATE as a date', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260602', ['06-01', '06-03']],
  ['EXDATE without a zone', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260602T100000', ['06-01', '06-03']],
  ['EXDATE in UTC', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260602T080000Z', ['06-01', '06-03']],
  ['EXDATE of another hour', 'RRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260602T110000', ['06-01', '06-02']],
  ['EXRULE', 'RRULE:FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;INTERVAL=2', ['06-02', '06-04']],
  ['RDATE without a zone', 'RDATE:20260605T100000', ['06-01', '06-05']],
  ['RDATE as a date', 'RDATE;VALUE=DATE:20260605', ['06-01', '06-05']],
  ['unordered months', 'RRULE:FREQ=MONTHLY;BYMONTH=9,7;BYDAY=-1FR;COUNT=2', ['06-01', '07-31', '09-25']],
  [
    'an interval of weeks from Sunday',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO;COUNT=3',
    ['06-01', '06-14', '06-15'],
  ],
])('a rule with %s', (_, rule, expected) => {
  const begins = 'DTSTART;TZID=Europe/Berlin:20260601T100000\nDTEND;TZID=Europe/Berlin:20260601T110000'
  const all = days(`${begins}\n${rule}`)
  expect(all.map((each) => each.slice(0, 5))).toEqual(expected)
  expect(new Set(all.map((each) => each.slice(6)))).toEqual(new Set(['08:00']))
})

test.each([
  ['a time at the end of its day', 'UNTIL=20260602T235959Z', 2],
  ['midnight in UTC', 'UNTIL=20260602T000000Z', 2],
  ['midnight of the place in UTC', 'UNTIL=20260601T220000Z', 2],
  ['a local time', 'UNTIL=20260602T120000', 2],
  ['a date', 'UNTIL=20260602', 2],
])('days that repeat until %s', (_, until, count) => {
  const { busy } = read(`DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=DAILY;${until}`)
  expect(busy).toEqual([
    { from: Date.parse('2026-05-31T22:00Z'), to: Date.parse(`2026-06-0${count}T22:00Z`) },
  ])
})

test('the periods of an event have their own lengths', () => {
  const rdate = 'RDATE;VALUE=PERIOD:20260603T080000Z/20260603T100000Z,20260604T080000Z/PT30M'
  expect(texts(calendar(`UID:a\nDTSTART:20260601T080000Z\nDURATION:PT1H\n${rdate}`))).toEqual([
    '2026-06-01T08:00 2026-06-01T09:00',
    '2026-06-03T08:00 2026-06-03T10:00',
    '2026-06-04T08:00 2026-06-04T08:30',
  ])
})

test('a change to one repetition and all that follow moves them, until the next such change', () => {
  const weekly = 'DTSTART;TZID=Europe/Berlin:20260302T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6'
  const change = (id: string, rest: string) =>
    `UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${id}T100000\n${rest}`
  const moved = change('20260316', 'DTSTART;TZID=Europe/Berlin:20260317T143000\nDURATION:PT30M')
  const once = 'UID:a\nRECURRENCE-ID:20260330T080000Z\nDTSTART:20260330T060000Z\nDURATION:PT15M'
  const ended = change('20260406', 'DTSTART;TZID=Europe/Berlin:20260406T100000\nSTATUS:CANCELLED')
  expect(texts(calendar(`UID:a\n${weekly}`, moved, once, ended))).toEqual([
    '2026-03-02T09:00 2026-03-02T10:00',
    '2026-03-09T09:00 2026-03-09T10:00',
    '2026-03-17T13:30 2026-03-17T14:00',
    '2026-03-24T13:30 2026-03-24T14:00',
    '2026-03-30T06:00 2026-03-30T06:15',
  ])
})

test.each([
  ['private', 'CLASS:PRIVATE', 1],
  ['confidential and tentative', 'CLASS:CONFIDENTIAL\nSTATUS:TENTATIVE', 1],
  ['free by Outlook', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE', 0],
  ['out of office', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF', 1],
  ['an unknown transparency', 'TRANSP:MAYBE', 1],
  ['cancelled in small letters', 'status:cancelled', 0],
])('an event that is %s', (_, line, count) => {
  expect(read(`DTSTART:20260601T080000Z\nDURATION:PT1H\n${line}`)).toMatchObject({
    busy: { length: count },
    odd: 0,
  })
})

test.each([
  ['without an end lasts the day', 'DTSTART;VALUE=DATE:20260601', 24],
  ['with the same end lasts the day', 'DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260601', 24],
  ['of a date without VALUE lasts the day', 'DTSTART:20260601', 24],
  ['of a date with a time of zero lasts the day', 'DTSTART;VALUE=DATE:20260601T000000', 24],
  ['of two days', 'DTSTART;VALUE=DATE:20260601\nDURATION:P2D', 48],
  ['that ends on a date', 'DTSTART:20260601T080000\nDTEND;VALUE=DATE:20260602', 16],
  ['of ISO 8601', 'DTSTART:2026-06-01T08:00:00Z\nDTEND:2026-06-01T09:30:00+00:00', 1.5],
  ['until midnight as 24 hours', 'DTSTART:20260601T220000Z\nDTEND:20260601T240000Z', 2],
])('an event %s', (_, event, hours) => {
  const { busy, odd } = read(event)
  expect(busy.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([hours])
  expect(odd).toBe(0)
})

const good = 'UID:good\nDTSTART:20260701T080000Z\nDURATION:PT1H'

test.each([
  ['no beginning', 'SUMMARY:Nothing', 0],
  ['a beginning that is no time', 'DTSTART:tomorrow\nDURATION:PT1H', 0],
  ['a day that does not exist', 'DTSTART:20260231T080000Z\nDURATION:PT1H', 0],
  ['an end that is no time', 'DTSTART:20260601T080000Z\nDTEND:late', 1],
  ['a duration that is none', 'DTSTART:20260601T080000Z\nDURATION:long', 1],
  ['a duration without measure', 'DTSTART:20260601T080000Z\nDURATION:P999999999999999999W', 1],
  ['an end before its beginning', 'DTSTART:20260601T080000Z\nDTEND:20260601T070000Z', 0],
  ['a rule without frequency', 'DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:COUNT=3', 1],
  [
    'a rule with an odd day',
    'DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=XX;COUNT=2',
    2,
  ],
  [
    'a rule of another calendar',
    'DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:RSCALE=CHINESE;FREQ=MONTHLY;COUNT=3',
    1,
  ],
  [
    'a rule that moves days that do not exist',
    'DTSTART:20260831T080000Z\nDURATION:PT1H\nRRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=2',
    2,
  ],
  ['a rule with an odd end', 'DTSTART:20261101T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=soon', 29],
  ['an exception that is no time', 'DTSTART:20260601T080000Z\nDURATION:PT1H\nEXDATE:never', 1],
  ['a further date that is none', 'DTSTART:20260601T080000Z\nDURATION:PT1H\nRDATE:20260602T080000Z,x', 2],
])('an event with %s is counted, and the rest is read', (_, event, count) => {
  const { busy, odd } = read(event, good)
  expect(odd).toBe(1)
  expect(busy).toHaveLength(count + 1)
})

test('a rule that names what every rule means is read as any other', () => {
  const rule = (text: string) =>
    read(`DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2${text}`)
  expect(rule(';RSCALE=gregorian;SKIP=OMIT')).toEqual(rule(''))
  expect(rule(';SKIP=OMIT').odd).toBe(0)
})

test('lines without meaning, bad folding and events that do not end leave the rest readable', () => {
  const file = [
    'BEGIN:VCALENDAR\nno colon here\n;;;\nEND:VALARM\nBEGIN:VEVENT\nUID:a',
    'DTSTART:20260601T080000Z\nDURATION:PT1H\nX-ODD;"=:\nDESCRIPTION:folded\nwithout a space: or two',
    'RRULE:FREQ=WEEKLY;COUNT=2;INTERVAL=1;WKST=MO;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR,\nSA',
    'BEGIN:VEVENT\nUID:b\nDTSTART:20260\n 901T080000Z\nDURATION:PT1H',
    'END:VCALENDAR',
  ].join('\n')
  expect(texts(new TextEncoder().encode(file))).toEqual([
    '2026-06-01T08:00 2026-06-01T09:00',
    '2026-06-02T08:00 2026-06-02T09:00',
    '2026-09-01T08:00 2026-09-01T09:00',
  ])
})

test('times without a zone are in the zone of the calendar, if it says one', () => {
  const inside = (head: string, event: string) =>
    texts(
      new TextEncoder().encode(`BEGIN:VCALENDAR\n${head}\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR`),
    )
  const event = 'DTSTART:20260601T100000\nDTEND:20260601T110000'
  expect(inside('X-WR-TIMEZONE:America/New_York', event)).toEqual(['2026-06-01T14:00 2026-06-01T15:00'])
  expect(inside('X-WR-TIMEZONE:Tokyo Standard Time', event)).toEqual(['2026-06-01T01:00 2026-06-01T02:00'])
  expect(inside('X-WR-CALNAME:None', event)).toEqual(['2026-06-01T08:00 2026-06-01T09:00'])
  expect(inside('X-WR-TIMEZONE:America/New_York', `${event}\nEXDATE:20260601T100000`)).toEqual([])
  expect(inside('X-WR-TIMEZONE:Mars', event)).toEqual(['2026-05-31T20:00 2026-06-01T23:00'])
})

test('an unknown zone is counted by its events, and busy wherever they could be', () => {
  const event = (uid: string, day: string, zone: string) =>
    `UID:${uid}\nDTSTART;TZID=${zone}:${day}T100000\nDTEND;TZID=${zone}:${day}T110000`
  const { busy, unknownZones } = readCalendar({
    bytes: calendar(
      event('a', '20260601', 'Mars'),
      event('b', '20260701', 'Mars'),
      `${event('c', '20260801', '"Venus: east; or west"')}\nTRANSP:OPAQUE`,
      `${event('d', '20260901', 'Mars')}\nTRANSP:TRANSPARENT`,
      event('e', '20200901', 'Mars'),
    ),
    within,
    timeZone: 'Europe/Berlin',
  })
  expect(unknownZones).toEqual([
    { name: 'Mars', events: 2 },
    { name: 'Venus: east; or west', events: 1 },
  ])
  const at = Date.parse('2026-06-01T10:00Z')
  expect(busy[0]).toEqual({ from: at - 14 * 3_600_000, to: at + 13 * 3_600_000 })
})

test('a zone that the file describes is preferred to a guess of its name, and described badly it is unknown', () => {
  const described = (name: string, offset: string) =>
    readCalendar({
      bytes: new TextEncoder().encode(
        `BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:${name}\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:${offset}\nTZOFFSETTO:${offset}\nRRULE:FREQ=SECONDLY\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=${name}:20260601T100000\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR`,
      ),
      within,
      timeZone: 'UTC',
    })
  const from = ({ busy }: ReturnType<typeof described>) => new Date(busy[0]?.from ?? 0).toISOString()
  expect(from(described('Customized Time Zone', '+0300'))).toBe('2026-06-01T07:00:00.000Z')
  expect(from(described('Eastern Time', '+1000'))).toBe('2026-06-01T00:00:00.000Z')
  expect(from(described('Europe/Berlin', '+1000'))).toBe('2026-06-01T08:00:00.000Z')
  expect(described('Customized Time Zone', 'much')).toMatchObject({ unknownZones: [{ events: 1 }] })
})

const clock = fc.integer({ min: 0, max: 24 * 60 - 1 })
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const list = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 })
const nth = fc
  .tuple(fc.constantFrom('1', '2', '3', '-1', '-2'), weekday)
  .map(([place, day]) => `${place}${day}`)
const rule = fc
  .record(
    {
      FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      INTERVAL: fc.integer({ min: 1, max: 4 }),
      COUNT: fc.integer({ min: 1, max: 20 }),
      BYMONTH: list(fc.integer({ min: 1, max: 12 })),
      BYMONTHDAY: list(fc.constantFrom(1, 2, 13, 28, 30, 31, -1, -2)),
      BYHOUR: list(fc.integer({ min: 0, max: 23 })),
      BYDAY: list(weekday),
      nth: list(nth),
      BYSETPOS: fc.constantFrom(1, 2, -1),
      WKST: fc.constantFrom('MO', 'SU'),
    },
    { requiredKeys: ['FREQ'] },
  )
  .map(({ nth: places, BYSETPOS, BYMONTHDAY, ...parts }) => {
    const isLong = parts.FREQ === 'MONTHLY' || parts.FREQ === 'YEARLY'
    // The other implementation ignores days of the month beside the nth days of a year.
    const all = {
      ...parts,
      ...(isLong && places && { BYDAY: places }),
      ...(isLong && !places && { BYMONTHDAY }),
      ...(isLong && (places ?? parts.BYDAY) && { BYSETPOS }),
    }
    const said = Object.entries(all).filter(([, value]) => value !== undefined)
    return said.map(([name, value]) => `${name}=${String(value)}`).join(';')
  })

test('free and busy are what a second implementation says, for any rule in any zone', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  ]
  fc.assert(
    fc.property(
      rule,
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 700 }),
      clock,
      fc.integer({ min: 0, max: 5 }),
      (text, zone, day, minute, without) => {
        const wall = Temporal.PlainDateTime.from('2025-01-01').add({ days: day, minutes: minute })
        const start = wall.toZonedDateTime(zone)
        // The other implementation moves all repetitions if the first one is in a skipped hour.
        fc.pre(start.toPlainDateTime().equals(wall))
        const stamp = wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
        const other = new RRuleTemporal({
          rruleString: `DTSTART;TZID=${zone}:${stamp}\nRRULE:${text}`,
          temporal: Temporal,
        })
        const starts = other.between(new Date(within.from - 864e5), new Date(within.to), true)
        const all = [...starts, start].map(({ epochMilliseconds }) => epochMilliseconds)
        const left = all[without]
        const exdate =
          left === undefined ? '' : `\nEXDATE:${new Date(left).toISOString().replaceAll(/[-:]|\.000/g, '')}`
        const wanted = [...new Set(all.filter((at) => at !== left))]
          .filter((at) => at + 60_000 > within.from && at < within.to)
          .toSorted((one, next) => one - next)
        const { busy, odd } = read(`DTSTART;TZID=${zone}:${stamp}\nDURATION:PT1M\nRRULE:${text}${exdate}`)
        const hours = /BYHOUR=([\d,]+)/.exec(text)?.[1]?.split(',').map(Number) ?? []
        const isMoved = busy.some(({ from }) => {
          const { hour, minute: past } = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
          return ![...hours, wall.hour].includes(hour) || past !== wall.minute
        })
        // Ours moves repetitions out of skipped hours, and the other leaves them out.
        fc.pre(!isMoved)
        expect(odd).toBe(0)
        expect(busy.map(({ from }) => from)).toEqual(wanted)
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)

test('whatever a calendar says is read or refused with a sentence, and what it is beside is never lost', () => {
  const junk = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc
      .tuple(
        fc.constantFrom(
          'DTSTART',
          'DTEND',
          'DURATION',
          'RRULE',
          'RDATE',
          'EXDATE',
          'UID',
          'TZID',
          'BEGIN',
          'RECURRENCE-ID',
        ),
        fc.constantFrom(':', ';TZID=', ';TZID="', ';VALUE=PERIOD:', ';RANGE=THISANDFUTURE:'),
        fc.oneof(rule, fc.string({ maxLength: 20 }), fc.constantFrom('20260601T080000Z', 'P1D', 'VALARM')),
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.array(junk, { maxLength: 8 }), (lines) => {
      const { busy } = readCalendar({
        bytes: calendar(lines.filter((line) => !/BEGIN:VCAL|END:/i.test(line)).join('\n'), good),
        within,
        timeZone: 'Europe/Berlin',
      })
      const at = Date.parse('2026-07-01T08:30Z')
      expect(busy.some(({ from, to }) => from <= at && to > at)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const realCases = join(thirdPartyFolder, 'real-files', 'calendars.json')
const hasCases = existsSync(realCases)

type RealCase = { name: string; calendar?: string; event: string; busy: string[] }

test.skipIf(!hasCases)(
  `calendars as people have them are read right${hasCases ? '' : ': skipped because TEST_CORPORA has no real-files'}`,
  () => {
    const file = JSON.parse(readFileSync(realCases, 'utf8')) as {
      timeZoneOfTheCalendar: string
      cases: RealCase[]
    }
    expect(file.cases.length).toBeGreaterThan(10)
    for (const { name, calendar: head = '', event, busy } of file.cases) {
      const text = `BEGIN:VCALENDAR\n${head}\nBEGIN:VEVENT\nUID:a\n${event}\nEND:VEVENT\nEND:VCALENDAR`
      const found = readCalendar({
        bytes: new TextEncoder().encode(text),
        within: { from: Date.parse('2026-01-01'), to: Date.parse('2027-01-01') },
        timeZone: file.timeZoneOfTheCalendar,
      })
      const shown = found.busy.map(({ from, to }) =>
        [from, to].map((at) => `${new Date(at).toISOString().slice(0, 16)}Z`).join('/'),
      )
      expect(shown, name).toEqual(busy)
    }
  },
)

for (const { title, isOwn, isHere, path } of corporaOf('calendar'))
  if (!isOwn)
    test.skipIf(!isHere)(`other programs' calendars are read, or refused with a sentence: ${title}`, () => {
      const files = readdirSync(path()).filter((name) => name.endsWith('.ics'))
      expect(files.length).toBeGreaterThan(30)
      const refused = files.filter((name) => {
        const bytes = readFileSync(path(name))
        try {
          const { busy } = readCalendar({
            bytes,
            within: { from: 0, to: Date.parse('2040-01-01') },
            timeZone: 'UTC',
          })
          expect(busy.every(({ from, to }) => from < to)).toBe(true)
          return false
        } catch (error) {
          expect(error, name).toBeInstanceOf(AppError)
          return true
        }
      })
      expect(refused.length).toBeLessThan(files.length / 4)
    })
