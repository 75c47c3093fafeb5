import fc from 'fast-check'
import { expect, test } from 'vitest'

import { amountText, amountWithCurrency, MOST_HUNDREDTHS, parseAmount, plainAmount } from './amounts.ts'

const amounts = fc.integer({ min: 0, max: MOST_HUNDREDTHS })

test('every amount is read back from each way to write it, to the hundredth', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const english = amountText(amount)
      const continental = english.replaceAll(/[,.]/g, (mark) => (mark === ',' ? '.' : ','))
      const ways = [english, continental, plainAmount(amount), amountWithCurrency(amount, 'EUR')]
      expect(ways.map(parseAmount)).toEqual(ways.map(() => amount))
    }),
  )
})

test('whatever is typed is a whole number of hundredths, or none', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,' €$-]{0,20}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const amount = parseAmount(text)
      expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
    }),
  )
})

test.each([
  ['1200', 120_000],
  ['1,200', 120_000],
  ['1.200', 120_000],
  ['1 200,5', 120_050],
  ['€ 1.234.567,89', 123_456_789],
  ['$0.07', 7],
  ['1.15', 115],
  ["12'000 CHF", 1_200_000],
])('%j is %i hundredths', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount)
})

test.each(['', '-5', '1,2,3', '0.500', '12.3456', '1e5', 'ten', '1,23,456', '1000000000', '٣', 'NaN'])(
  '%j is no amount',
  (typed) => {
    expect(parseAmount(typed)).toBeNull()
  },
)
