import { expect, test } from 'vitest'

import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'

import { joinNeighbours } from './join-neighbours.ts'

function passage(itemId: string, number: number, more: Partial<FoundPassage> = {}): FoundPassage {
  return {
    id: `${itemId}${number}`,
    itemId,
    number,
    kind: 'site',
    title: itemId,
    address: `/${itemId}`,
    page: null,
    version: { language: null, of: null },
    isPublic: false,
    headings: ['Offers', `Part ${number}`],
    text: `Text ${number} of ${itemId}.`,
    score: 1,
    coverage: 1,
    ...more,
  }
}

const textsOf = (passages: FoundPassage[]) => joinNeighbours(passages).map(({ text }) => text)

test('passages that follow each other are one, in their order and in the place of the better', () => {
  expect(joinNeighbours([passage('plans', 1), passage('terms', 0), passage('plans', 0)])).toEqual([
    passage('plans', 1, {
      number: 0,
      headings: ['Offers'],
      text: 'Text 0 of plans.\n\nText 1 of plans.',
    }),
    passage('terms', 0),
  ])
  expect(textsOf([passage('a', 1), passage('a', 2), passage('a', 0)])).toEqual([
    'Text 0 of a.\n\nText 1 of a.\n\nText 2 of a.',
  ])
})

test('what a passage repeats of the one before it is said once', () => {
  const first = passage('a', 0, { text: 'We are open. We close at five.' })
  const second = passage('a', 1, { text: 'We close at five. Ring the bell.' })
  expect(textsOf([first, second])).toEqual(['We are open. We close at five.\n\nRing the bell.'])
})

test('pages of a PDF, passages far apart and long ones stay as they are', () => {
  const pages = [passage('a', 0, { page: 1 }), passage('a', 1, { page: 2 })]
  const apart = [passage('b', 0), passage('b', 2)]
  const long = [passage('c', 0, { text: 'x'.repeat(4000) }), passage('c', 1, { text: 'y'.repeat(4000) })]
  for (const passages of [pages, apart, long]) expect(joinNeighbours(passages)).toEqual(passages)
})
