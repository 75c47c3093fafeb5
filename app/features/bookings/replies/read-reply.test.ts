import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readReply } from './read-reply.server.ts'

const readAll = (...lines: string[]) => readReply({ bytes: Buffer.from(lines.join('\r\n')) })
const read = (...lines: string[]) => readAll(...lines).replies
const calendar = (...event: string[]) =>
  read('BEGIN:VCALENDAR', 'METHOD:REPLY', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR')

test('a reply says who answers what to which invitation', () => {
  const found = calendar(
    'UID:one@agency.example',
    'SEQUENCE:2',
    'DTSTAMP:20261123T090000Z',
    'ATTENDEE;CN="Ada; Lovelace";PARTSTAT=DECLINED:MAILTO:ada@example.com',
    'COMMENT:Not on Mondays.',
  )
  expect(found).toEqual([
    {
      uid: 'one@agency.example',
      sequence: 2,
      attendee: 'ada@example.com',
      answer: 'declined',
      stamp: Date.parse('2026-11-23T09:00Z'),
      hasComment: true,
    },
  ])
})

test('a comment may stand with the attendee', () => {
  expect(
    calendar('UID:one', 'ATTENDEE;PARTSTAT=ACCEPTED;X-RESPONSE-COMMENT="With Bob?":mailto:a@b.example'),
  ).toMatchObject([{ answer: 'accepted', hasComment: true }])
})

test('a proposed time is no reply', () => {
  const event = ['BEGIN:VEVENT', 'UID:one', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example', 'END:VEVENT']
  const proposal = ['BEGIN:VCALENDAR', 'METHOD:COUNTER', ...event, 'END:VCALENDAR']
  expect(readAll(...proposal)).toEqual({ replies: [], isProposal: true })
  expect(readAll(...proposal.with(1, 'METHOD:REPLY'))).toMatchObject({ isProposal: false })
})

test('without a sequence the first invitation is meant', () => {
  expect(calendar('UID:one', 'ATTENDEE;PARTSTAT=accepted:mailto:a@b.example')).toMatchObject([
    { sequence: 0, answer: 'accepted', stamp: null, hasComment: false },
  ])
})

test.each([
  ['no one', ['UID:one']],
  ['somebody who has not decided', ['UID:one', 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:a@b.example']],
  ['somebody without an address', ['UID:one', 'ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:1']],
  ['no event', ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example']],
])('%s answers nothing', (_name, lines) => {
  expect(calendar(...lines)).toEqual([])
})

test('a calendar of another method answers nothing, and what is none is refused', () => {
  expect(
    read('BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:a', 'END:VEVENT', 'END:VCALENDAR'),
  ).toEqual([])
  for (const text of ['hello', '<html>', '\0', 'BEGIN:VCALENDAR\nBEGIN:VEVENT'])
    expect(() => read(text)).toThrow()
})

test('thousands of attendees and of events are a few answers', () => {
  const attendees = Array.from(
    { length: 2000 },
    (_, n) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:a${n}@b.example`,
  )
  expect(calendar('UID:one', ...attendees)).toHaveLength(20)
  const events = Array.from({ length: 1000 }, () => [
    'BEGIN:VEVENT',
    'UID:one',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example',
    'END:VEVENT',
  ])
  expect(read('BEGIN:VCALENDAR', 'METHOD:REPLY', ...events.flat(), 'END:VCALENDAR')).toHaveLength(20)
})

const pieces = fc.constantFrom(
  'BEGIN:VEVENT',
  'END:VEVENT',
  'BEGIN:VTIMEZONE',
  'METHOD:REPLY',
  'UID:one',
  'SEQUENCE:99999999999999999999',
  'SEQUENCE:-1',
  'DTSTAMP:20269999T999999Z',
  'DTSTAMP;TZID=Nowhere:20260101T000000',
  'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example',
  'ATTENDEE;PARTSTAT=DECLINED;PARTSTAT=ACCEPTED:mailto:',
  'RRULE:FREQ=SECONDLY;COUNT=999999999',
  ' folded',
)

test('any lines are read or refused, and what is read is short', () => {
  const lines = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 30 })
  fc.assert(
    fc.property(lines, (middle) => {
      let found: ReturnType<typeof read> = []
      try {
        found = read('BEGIN:VCALENDAR', 'METHOD:REPLY', ...middle, 'END:VCALENDAR')
      } catch {
        return
      }
      expect(JSON.stringify(found).length).toBeLessThan(20_000)
    }),
    { numRuns: 300 },
  )
})
