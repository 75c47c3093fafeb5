import fc from 'fast-check'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { createDotProduct, STEP } from './dot-product.ts'
import { fuseRanks } from '../search/search-passages.server.ts'
import { createVectorIndex, toBytes } from './vector-index.ts'

const DIMENSIONS = 16
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .filter((values) => values.some((value) => Math.abs(value) > 0.1))

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * assertDefined(y[at], 'vectors have one length'), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

test('the mean cosine is that of the vectors held', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 2, maxLength: 30 }), vector, (all, asked) => {
      const index = createVectorIndex(DIMENSIONS)
      for (const [at, values] of all.entries()) index.add(String(at), toBytes(values))
      index.remove('0')
      const near = index.search(toBytes(asked), all.length)
      const mean = near.reduce((sum, one) => sum + one.cosine, 0) / near.length
      expect(index.meanCosine(toBytes(asked))).toBeCloseTo(mean, 5)
    }),
  )
})

test('finds what a naive cosine finds, but for what a byte a dimension loses', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { minLength: 1, maxLength: 200 }),
      vector,
      fc.integer({ min: 1, max: 9 }),
      (all, asked, limit) => {
        const index = createVectorIndex(DIMENSIONS)
        for (const [at, values] of all.entries()) index.add(String(at), toBytes(values))
        const found = index.search(toBytes(asked), limit)
        const exact = all.map((values) => cosine(values, asked)).sort((a, b) => b - a)
        expect(found).toHaveLength(Math.min(limit, all.length))
        for (const [at, { cosine: near }] of found.entries())
          expect(Math.abs(near - assertDefined(exact[at], 'no more are found than there are'))).toBeLessThan(
            0.02,
          )
      },
    ),
  )
})

test('dot products are exact at every length and at the ends of the range', () => {
  const { memory, dot } = createDotProduct()
  const bytes = new Int8Array(memory.buffer)
  const rows = fc.array(
    fc.tuple(...[0, 1].map(() => fc.oneof(fc.integer({ min: -128, max: 127 }), fc.constantFrom(-128, 127)))),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  fc.assert(
    fc.property(rows, (pairs) => {
      const length = Math.ceil(pairs.length / STEP) * STEP
      bytes.fill(0)
      bytes.set(pairs.map(([a = 0]) => a))
      bytes.set(
        pairs.map(([, b = 0]) => b),
        1000,
      )
      expect(dot(0, 1000, length)).toBe(pairs.reduce((sum, [a = 0, b = 0]) => sum + a * b, 0))
    }),
  )
})

test.each([512, 13])('thousands of vectors of %i dimensions each find themselves first', (dimensions) => {
  const index = createVectorIndex(dimensions)
  const all = Array.from({ length: 3000 }, () =>
    toBytes(Array.from({ length: dimensions }, () => Math.random() - 0.5)),
  )
  for (const [at, bytes] of all.entries()) index.add(String(at), bytes)
  for (const at of [0, 1, 127, 128, 1500, 2999])
    expect(index.search(all[at] ?? new Int8Array(), 1)).toEqual([
      { id: String(at), cosine: expect.closeTo(1, 6) },
    ])
})

test('what is removed is never found, and the others still are', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { minLength: 1, maxLength: 100 }),
      fc.infiniteStream(fc.boolean()),
      (all, coins) => {
        const index = createVectorIndex(DIMENSIONS)
        for (const [at, values] of all.entries()) index.add(String(at), toBytes(values))
        const kept = all.flatMap((_, at) => {
          if (coins.next().value) return [String(at)]
          index.remove(String(at))
          return []
        })
        expect(new Set(index.ids())).toEqual(new Set(kept))
        const found = index.search(toBytes(assertDefined(all[0], 'there is at least one')), all.length)
        expect(new Set(found.map(({ id }) => id))).toEqual(new Set(kept))
      },
    ),
  )
})

test('a vector of another length is neither taken in nor looked for', () => {
  const index = createVectorIndex(4)
  index.add('a', toBytes([1, 2, 3]))
  expect(index.size).toBe(0)
  index.add('b', toBytes([1, 2, 3, 4]))
  expect(index.search(toBytes([1, 2, 3]), 5)).toEqual([])
  expect(index.search(toBytes([0, 0, 0, 0]), 5)).toEqual([])
})

test('an item near the top of both lists ranks before one at the top of a single list', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'b', 'e'],
    ])[0],
  ).toBe('b')
  expect(fuseRanks([['a', 'b'], []])).toEqual(['a', 'b'])
})
