import { expect, test } from 'vitest'

import { readMoment } from './imported-post.ts'

const iso = (value: unknown, zone = 'Europe/Berlin') => {
  const at = readMoment(value, zone)
  return at === null ? null : new Date(at).toISOString()
}

test.each([
  ['2024-05-06', '2024-05-05T22:00:00.000Z'],
  ['2024-5-6', '2024-05-05T22:00:00.000Z'],
  ['2024/05/06', '2024-05-05T22:00:00.000Z'],
  ['20240506', '2024-05-05T22:00:00.000Z'],
  ['2024-05-06 10:00', '2024-05-06T08:00:00.000Z'],
  ['2024-05-06 10:00:05', '2024-05-06T08:00:05.000Z'],
  ['2024-05-06 10:00:00 +0200', '2024-05-06T08:00:00.000Z'],
  ['2024-05-06T10:00:00.123456+02:00', '2024-05-06T08:00:00.123Z'],
  ['2024-05-06T10:00:00Z', '2024-05-06T10:00:00.000Z'],
  ['2008-12-01 20:02:00 UTC', '2008-12-01T20:02:00.000Z'],
  ['2024-05-06 10:00:00 -05:00', '2024-05-06T15:00:00.000Z'],
  ['May 6, 2024', '2024-05-05T22:00:00.000Z'],
  ['Monday, May 6th, 2024 at 3:04 PM', '2024-05-06T13:04:00.000Z'],
  ['6 May 2024', '2024-05-05T22:00:00.000Z'],
  ['6. May 2024', '2024-05-05T22:00:00.000Z'],
  ['06-May-2024', '2024-05-05T22:00:00.000Z'],
  ['Mon, 06 May 2024 10:00:00 GMT', '2024-05-06T10:00:00.000Z'],
  ['Mon, 06 May 2024 10:00:00 -0400', '2024-05-06T14:00:00.000Z'],
  ['Mon, 6 May 2024 10:00 EST', '2024-05-06T15:00:00.000Z'],
  ['1715000000', '2024-05-06T12:53:20.000Z'],
  [1_715_000_000, '2024-05-06T12:53:20.000Z'],
  [1_715_000_000_123, '2024-05-06T12:53:20.123Z'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('%j is the moment %s', (value, expected) => {
  expect(iso(value)).toBe(expected)
})

test.each([
  '',
  '0',
  'no',
  'no 5',
  '05/06/2024',
  '2024-13-01',
  '2024-02-30',
  '2024',
  'soon',
  5,
  null,
  undefined,
  true,
  {},
  '2024-05-06 25:00',
  '2024-05-06 10:00 XYZ',
])('%j is no moment', (value) => {
  expect(iso(value)).toBeNull()
})

test('a date alone is that day in every zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns']) {
    const at = readMoment('2024-05-06', zone) ?? 0
    expect(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)).toBe('2024-05-06')
  }
})
