import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AppError } from '#app/platform/errors.ts'

import { readDav, readDavBusy } from './read-dav.server.ts'

const within = { from: Date.parse('2026-03-01T00:00Z'), to: Date.parse('2026-11-30T00:00Z') }
const bytes = (text: string) => new TextEncoder().encode(text)
const answer = (content: string) =>
  bytes(`<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</multistatus>`)
const busy = (content: string) => readDavBusy({ bytes: answer(content), within, timeZone: 'UTC' })

test('what a server says of a property that it does not have counts for nothing', () => {
  const [resource] = readDav(
    answer(`<response><href>/a/</href>
      <propstat><prop><displayname>Work</displayname></prop><status>HTTP/1.1 200 OK</status></propstat>
      <propstat><prop><displayname/><c:calendar-home-set><href>/no</href></c:calendar-home-set></prop>
      <status>HTTP/1.1 404 Not Found</status></propstat></response>`),
  )
  expect(resource).toMatchObject({ href: '/a/', name: 'Work', home: null, isCalendar: false })
})

test('a calendar without entries is free', () => {
  expect(busy('').busy).toEqual([])
})

test('an entry that is no calendar or not a whole one is counted, and the others are read', () => {
  const entry = (text: string) =>
    `<response><href>/a</href><propstat><prop><c:calendar-data>${text}</c:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
  const good =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260601T080000Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR'
  expect(busy(entry(good))).toMatchObject({ busy: [{}], odd: 0 })
  expect(busy(entry(good) + entry('nothing'))).toMatchObject({ busy: [{}], odd: 1 })
  const cut =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:b\nDTSTART:20260701T080000Z\nDURATION:PT1H\nBEGIN:VALARM\nTRIGGER:-PT'
  for (const entries of [entry(good) + entry(cut), entry(cut) + entry(good)])
    expect(busy(entries)).toMatchObject({ busy: [{}, {}], odd: 1 })
  expect(busy(entry(cut))).toMatchObject({ busy: [{}], odd: 1 })
  const deep = `BEGIN:VCALENDAR${'\nBEGIN:X'.repeat(30)}`
  expect(busy(entry(good) + entry(deep))).toMatchObject({ busy: [{}], odd: 1 })
})

test.each([
  ['no XML', 'Not found'],
  ['cut short', '<multistatus xmlns="DAV:"><response>'],
  ['entities that expand', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['far too deep', '<a>'.repeat(100_000)],
])('an answer is refused: %s', (_, text) => {
  expect(() => readDav(bytes(text))).toThrow('as a calendar server does')
})

test('whatever a server answers is read or refused with a sentence', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (raw, text) => {
        for (const given of [raw, bytes(text), answer(text)])
          try {
            readDav(given)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
          }
      },
    ),
  )
})
