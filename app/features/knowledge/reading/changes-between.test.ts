import { expect, test } from 'vitest'

import { changesBetween } from './changes-between.ts'

const page = (...paragraphs: string[]) => [
  { headings: ['Prices'], page: null, text: paragraphs.join('\n\n') },
]

test('lines that came and went are told, in order', () => {
  expect(
    changesBetween(page('One costs $5.', 'Two cost $9.'), page('One costs $6.', 'Two cost $9.', 'New.')),
  ).toEqual([
    { kind: 'removed', text: 'One costs $5.' },
    { kind: 'added', text: 'One costs $6.' },
    { kind: 'added', text: 'New.' },
  ])
})

test('what is the same has no changes', () => {
  expect(changesBetween(page('Same.'), page('Same.'))).toEqual([])
})

test('a completely different page is not compared line by line, and takes no time', () => {
  const lines = (word: string) => page(...Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`))
  expect(changesBetween(lines('old'), lines('new'))).toBeNull()
})
