import { expect, test } from 'vitest'

import { readNumber } from './read-number.ts'

test.each([
  ['en', '12,000', '12000'],
  ['en', '12.000', '12.000'],
  ['de', '12.000', '12000'],
  ['de', '12,000', '12.000'],
  ['en', '1,234,567.5', '1234567.5'],
  ['de', '1.234.567,5', '1234567.5'],
  ['en', '1,5', '1.5'],
  ['de', '1.5', '1.5'],
  ['en', '0,125', '0.125'],
  ['fr', '12 000,50', '12000.50'],
  ['de-CH', '12’000', '12000'],
  ['ar', '٣', '3'],
  ['ar', '١٢٬٠٠٠٫٥', '12000.5'],
  ['hi', '१२', '12'],
  ['en', '-3', '-3'],
])('in %s, %j is %s', (language, typed, number) => {
  expect(readNumber(typed, language)).toBe(number)
})

test.each([
  '1e309',
  '1e3',
  'Infinity',
  'NaN',
  '0x10',
  '1.2.3',
  '1,23,456',
  '1..5',
  '--1',
  '½',
  'Ⅻ',
  '1,2.3,4',
  '',
])('%j is no number', (typed) => {
  expect(readNumber(typed, 'en')).toBeNull()
})
