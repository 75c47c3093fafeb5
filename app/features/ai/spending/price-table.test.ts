import { expect, test } from 'vitest'

import { costMicros, costOfReply, findPrice } from './price-table.ts'

const at = Date.parse('2026-11-22T12:00:00Z')
const priceOf = (provider: 'openai' | 'claude' | 'gemini' | 'deepseek', model: string, time = at) =>
  findPrice({ provider, model }, [], time)

test('a model is found by its name, with or without a date, and behind a gateway’s path', () => {
  expect(priceOf('openai', 'gpt-4').price).toMatchObject({ input: 30, output: 60 })
  expect(priceOf('openai', 'gpt-4o-2024-08-06').price).toMatchObject({ input: 2.5, output: 10 })
  expect(priceOf('openai', 'gpt-4o-mini').price).toMatchObject({ input: 0.15, output: 0.6 })
  expect(priceOf('openai', 'openai/gpt-6-luna').price).toMatchObject({ input: 0.1, cacheRead: 0.01 })
  expect(priceOf('claude', 'claude-opus-4-5-20251101').price).toMatchObject({ input: 5, output: 25 })
  expect(priceOf('claude', 'claude-haiku-5-5').price).toMatchObject({ input: 0.1, cacheWrite: 0.125 })
})

test('a price applies at its time of the year and of the day', () => {
  const december = Date.parse('2026-12-01T00:00:00Z')
  expect(priceOf('gemini', 'gemini-4-argon').price).toMatchObject({ input: 2, output: 10 })
  expect(priceOf('gemini', 'gemini-4-argon', december).price).toMatchObject({ input: 4, output: 20 })
  const peak = Date.parse('2026-11-23T01:30:00Z')
  expect(priceOf('deepseek', 'deepseek-flash').price).toMatchObject({ input: 0.15 })
  expect(priceOf('deepseek', 'deepseek-flash', peak).price).toMatchObject({ input: 0.3 })
})

test('the owner’s price goes before the listed one', () => {
  const own = [{ model: 'gpt-4', input: 1, output: 2 }]
  expect(findPrice({ provider: 'openai', model: 'gpt-4' }, own, at)).toEqual({
    price: { input: 1, output: 2 },
    source: 'own',
  })
})

test('an unknown model is counted at a medium estimate, never at the highest price', () => {
  const found = priceOf('claude', 'brand-new')
  expect(found.source).toBe('estimated')
  expect(found.price.input).toBeGreaterThan(0)
  expect(found.price.input).toBeLessThan(priceOf('claude', 'claude-opus-4-1').price.input)
  expect(found.price.output).toBeLessThan(75)
})

test('costs are rounded up, and tokens of the cache have prices of their own', () => {
  expect(costMicros({ input: 0.15, output: 0.6 }, { input: 1, output: 1 })).toBe(1)
  expect(costMicros({ input: 0.1, output: 0 }, { input: 30, output: 0 })).toBe(3)
  const price = { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }
  const tokens = { input: 10_000, output: 100, cacheRead: 8000, cacheWrite: 1000 }
  expect(costMicros(price, tokens)).toBe(2 * 1000 + 0.1 * 8000 + 2.5 * 1000 + 10 * 100)
  expect(costMicros({ input: 2, output: 10 }, tokens)).toBe(2 * 10_000 + 1000)
})

test('a reply costs what all its calls cost, each at its own model’s price', () => {
  const by = { provider: 'openai', model: 'gpt-6-luna' } as const
  const earlier = [
    {
      by: { provider: 'claude', model: 'claude-sonnet-5-5' } as const,
      usage: { input: 1000, output: 1000, reasoning: 1000 },
    },
  ]
  const usage = { input: 1000, output: 100 }
  const characters = { input: 1, output: 1 }
  const made = costOfReply({ by, usage, earlier, characters }, { prices: [] }, at)
  expect(made).toEqual({ tokens: { input: 2000, output: 1100 }, cost: 12_000 + 150 })
})
