import { expect, test } from 'vitest'

import { costMicros, estimateTokens, priceOf } from './price-table.ts'

test('a model is found by its name, and a dated one by its beginning', () => {
  expect(priceOf('openai', 'gpt-4', [])).toMatchObject({ input: 30, output: 60 })
  expect(priceOf('openai', 'gpt-4o-2024-08-06', [])).toMatchObject({ input: 2.5, output: 10 })
  expect(priceOf('openai', 'gpt-4o-mini', [])).toMatchObject({ input: 0.15, output: 0.6 })
  expect(priceOf('claude', 'claude-opus-4-5-20251101', [])).toMatchObject({ input: 5, output: 25 })
})

test('the owner’s price goes before the listed one', () => {
  expect(priceOf('openai', 'gpt-4', [{ model: 'gpt-4', input: 1, output: 2 }])).toMatchObject({ input: 1 })
})

test('a model nobody knows is taken for the dearest', () => {
  expect(priceOf('claude', 'claude-next', [])).toEqual({ input: 15, output: 75 })
})

test('costs are rounded up, and unknown tokens are estimated high', () => {
  expect(costMicros({ input: 0.15, output: 0.6 }, { input: 1, output: 1 })).toBe(1)
  expect(estimateTokens(10)).toBe(4)
})
