import { expect, test } from 'vitest'

import { comparisonOf } from './comparison.ts'
import { rangeQuery, readRange } from './range.ts'
import { figureOf } from './read-figures.server.ts'

const today = '2026-11-21'
const read = (query: string) => readRange(new URLSearchParams(query), today)

test.each([
  ['', '30d', '2026-10-23', today],
  ['range=nonsense', '30d', '2026-10-23', today],
  ['range=today', 'today', today, today],
  ['range=7d', '7d', '2026-11-15', today],
  ['range=90d', '90d', '2026-08-24', today],
  ['range=custom&from=2026-11-01&to=2026-11-03', 'custom', '2026-11-01', '2026-11-03'],
  ['range=custom&from=2026-11-03&to=2026-11-01', 'custom', '2026-11-01', '2026-11-03'],
  ['range=custom&from=2026-11-20&to=2030-01-01', 'custom', '2026-11-20', today],
  ['range=custom&from=2027-01-01&to=2027-02-01', '30d', '2026-10-23', today],
  ['range=custom&from=2026-02-30&to=2026-03-01', '30d', '2026-10-23', today],
  ['range=custom&from=1990-01-01&to=2026-01-01', '30d', '2026-10-23', today],
])('%s is %s from %s to %s', (query, name, from, to) => {
  expect(read(query)).toEqual({ name, from, to })
})

test('the period before is as long and ends where this one begins', () => {
  const now = { now: Date.parse('2026-11-21T14:30:20Z'), today, timeZone: 'UTC' }
  const cut = 14 * 60 + 31
  expect(comparisonOf(read('range=7d'), now)).toMatchObject({ from: '2026-11-08', to: '2026-11-14', cut })
  expect(comparisonOf(read('range=today'), now)).toMatchObject({ from: '2026-11-20', to: '2026-11-20', cut })
})

test('a range is written so that it is read the same', () => {
  for (const query of ['range=today', 'range=custom&from=2026-11-01&to=2026-11-03'])
    expect(new URLSearchParams(rangeQuery(read(query))).toString()).toBe(query)
})

test.each([
  [5, 0, 'new'],
  [0, 0, null],
  [0, 5, { percent: -100 }],
  [112, 100, { percent: 12 }],
  [88, 100, { percent: -12 }],
  [100, 100, { percent: 0 }],
])('%i after %i is %j', (now, before, trend) => {
  expect(figureOf(now, before).trend).toEqual(trend)
})
