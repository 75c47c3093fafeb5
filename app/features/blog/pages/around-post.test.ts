import { expect, test } from 'vitest'

import { listedHeadings } from './around-post.tsx'

const headings = (level: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${level}-${n}`, text: `${n}`, level }))

test('the table of contents of a long post has its upper two levels', () => {
  const outline = [...headings(2, 2), ...headings(3, 2), ...headings(4, 2)]
  expect(listedHeadings(outline, 400).map(({ level }) => level)).toEqual([2, 2, 3, 3])
  expect(listedHeadings(outline, 399)).toEqual([])
  expect(listedHeadings(headings(2, 2), 400)).toEqual([])
})

test('where those are too many it has the uppermost alone, and where these are too many there is none', () => {
  expect(listedHeadings([...headings(2, 5), ...headings(3, 200)], 400)).toEqual(headings(2, 5))
  expect(listedHeadings(headings(2, 101), 400)).toEqual([])
})
