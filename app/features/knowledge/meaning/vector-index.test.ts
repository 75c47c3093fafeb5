import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fuseRanks } from './fuse-ranks.ts'
import { createVectorIndex, toBytes } from './vector-index.ts'

const DIMENSIONS = 16
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .filter((values) => values.some((value) => Math.abs(value) > 0.1))

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

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
          expect(Math.abs(near - (exact[at] ?? 0))).toBeLessThan(0.02)
      },
    ),
  )
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
        const found = index.search(toBytes(all[0] ?? []), all.length)
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

test('what two lists have near their top comes before what one has at its top', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'b', 'e'],
    ])[0],
  ).toBe('b')
  expect(fuseRanks([['a', 'b'], []])).toEqual(['a', 'b'])
})
