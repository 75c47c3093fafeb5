import { expect, test } from 'vitest'

import { readBoundedPage, takeUpTo } from './bounded-page.server.ts'

const pageOf = (matches: number, asked: number) =>
  readBoundedPage(
    async (most) => ({
      counted: Math.min(matches, most),
      idsAt: async (offset) => [`from ${offset}`],
    }),
    10,
    asked,
    50,
  )

test.each([
  [0, 1, { ids: [], total: 0, hasMore: false, page: 1, pages: 1 }],
  [49, 5, { ids: ['from 40'], total: 49, hasMore: false, page: 5, pages: 5 }],
  [50, 1, { ids: ['from 0'], total: 50, hasMore: false, page: 1, pages: 5 }],
  [51, 1, { ids: ['from 0'], total: 50, hasMore: true, page: 1, pages: 6 }],
  [61, 6, { ids: ['from 50'], total: 60, hasMore: true, page: 6, pages: 7 }],
  [61, 9, { ids: ['from 60'], total: 61, hasMore: false, page: 7, pages: 7 }],
])('of %i matches, counted up to 50, page %i of ten each', async (matches, asked, expected) => {
  expect(await pageOf(matches, asked)).toEqual(expected)
})

test('slices are read until there are enough matches, and what is beyond them is not counted', async () => {
  let read = 0
  async function* slices() {
    for (const ids of [['a', 'b'], [], ['c', 'd'], ['e']]) {
      read += 1
      yield ids.map((id) => ({ id }))
    }
  }
  const four = await takeUpTo(4, slices(), 3)
  expect([read, four.counted, await four.idsAt(0), await four.idsAt(3)]).toEqual([
    3,
    4,
    ['a', 'b', 'c'],
    ['d'],
  ])
  expect((await takeUpTo(3, slices(), 3)).counted).toBe(3)
  expect((await takeUpTo(9, slices(), 3)).counted).toBe(5)
})
