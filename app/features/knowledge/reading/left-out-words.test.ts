import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coverageOf, wordsIn } from './coverage.ts'
import { leftOutWords, type SourceBlock } from './left-out-words.ts'

const block = (text: string, reason: SourceBlock['reason'] = 'outside'): SourceBlock => ({
  text,
  reason,
  page: null,
})

test('what the kept text does not have is listed with its reason, as it was written', () => {
  const blocks = [
    block('Home, About', 'navigation'),
    block('Sheds of larch stand for forty years (we think). Share this!'),
    block('Home of sheds, 2026.', 'frame'),
  ]
  expect(leftOutWords(blocks, ['Sheds of larch stand for forty years'])).toEqual({
    indexed: 7,
    omissions: [
      { reason: 'navigation', text: 'Home, About', page: null },
      { reason: 'outside', text: 'we think). Share this', page: null },
      { reason: 'frame', text: 'Home of sheds, 2026', page: null },
    ],
  })
})

test('a left out text that begins like the kept one after it is told from it', () => {
  const blocks = [block('The sheds', 'navigation'), block('The sheds of larch')]
  expect(leftOutWords(blocks, ['The sheds of larch']).omissions).toEqual([
    { reason: 'navigation', text: 'The sheds', page: null },
  ])
})

test('text that was kept in another order is kept', () => {
  const blocks = [block('One two three four'), block('five six seven')]
  expect(leftOutWords(blocks, ['five six seven', 'One two three four'])).toEqual({
    indexed: 7,
    omissions: [],
  })
})

test('a word that the index does not have is left out', () => {
  const read = leftOutWords([block('One two')], ['One two'], ['One'])
  expect(read).toEqual({ indexed: 1, omissions: [{ reason: 'outside', text: 'two', page: null }] })
})

test('every word is either indexed or left out, whatever is kept', () => {
  const words = fc.array(fc.constantFrom('a', 'bb', 'ccc', '字', 'é', '12'), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(fc.tuple(words, fc.boolean()), { maxLength: 12 }), words, (pieces, strange) => {
      const blocks = pieces.map(([text]) => block(text.join(' ')))
      const kept = pieces.filter(([, isKept]) => isKept).map(([text]) => text.join(' '))
      const { indexed, omissions } = leftOutWords(blocks, [...kept, strange.join(' ')])
      const all = blocks.flatMap(({ text }) => wordsIn(text)).length
      const coverage = coverageOf(indexed, omissions, { entries: 1000, length: 1000 })
      expect(coverage.words).toBe(all)
      expect(indexed).toBeGreaterThanOrEqual(kept.flatMap(wordsIn).length)
    }),
    { seed: 16 },
  )
})

test('much left out text is counted whole and listed in part', () => {
  const omissions = Array.from({ length: 500 }, (_, page) => ({
    reason: 'repeated' as const,
    text: `${String.fromCodePoint(0x4e00 + page)} page ${page}`,
    page,
  }))
  const coverage = coverageOf(10, omissions)
  expect(coverage.words).toBe(10 + 1500)
  expect(coverage.leftOut).toHaveLength(150)
  expect(coverage.unlisted).toBe(350 * 3)
  const [long] = coverageOf(1, [{ reason: 'outside', text: 'x'.repeat(100_000), page: null }]).leftOut
  expect(long?.text).toHaveLength(240)
})

test('a running footer is one entry, with how often it was left out', () => {
  const omissions = [2, 3, 4].map((page) => ({ reason: 'repeated' as const, text: `Page ${page}`, page }))
  expect(coverageOf(1, omissions).leftOut).toEqual([
    { reason: 'repeated', text: 'Page 2', words: 6, page: 2, times: 3 },
  ])
})
