import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { AppError } from '#app/platform/errors.ts'
import { corporaOf } from '#tests/support/corpora.ts'

import { readCalendar } from './read-calendar.server.ts'

const within = { from: Date.parse('2026-03-01T00:00Z'), to: Date.parse('2026-11-30T00:00Z') }

function calendar(...events: string[]): Uint8Array {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`)
  return new TextEncoder().encode(['BEGIN:VCALENDAR', 'VERSION:2.0', ...body, 'END:VCALENDAR'].join('\r\n'))
}

const texts = (bytes: Uint8Array, range = within) =>
  readCalendar({ bytes, within: range, timeZone: 'Europe/Berlin' }).map(({ from, to }) =>
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

test('a rule that repeats every second is refused', () => {
  const endless = 'UID:a\nDTSTART:20000101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY'
  expect(() => texts(calendar(endless))).toThrow('repeat too often')
})

for (const { title, isOwn, isHere, path } of corporaOf('calendar'))
  if (!isOwn)
    test.skipIf(!isHere)(`other programs' calendars are read, or refused with a sentence: ${title}`, () => {
      const files = readdirSync(path()).filter((name) => name.endsWith('.ics'))
      expect(files.length).toBeGreaterThan(30)
      const refused = files.filter((name) => {
        const bytes = readFileSync(path(name))
        try {
          const busy = readCalendar({
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
