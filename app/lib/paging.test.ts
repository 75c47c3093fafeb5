import { expect, test } from 'vitest'

import { pageOf } from './paging.ts'

test.each([
  [0, 1, { page: 1, pages: 1, offset: 0 }],
  [20, 1, { page: 1, pages: 1, offset: 0 }],
  [21, 2, { page: 2, pages: 2, offset: 20 }],
  [21, 9, { page: 2, pages: 2, offset: 20 }],
])('of %i entries, 20 on a page, page %i', (total, asked, expected) => {
  expect(pageOf(total, 20, asked)).toEqual(expected)
})
