import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createWordIndex, type WordIndex } from './word-index.ts'
import { type QueryWord } from './word-weights.ts'

const plain = { isGuessed: false, isCovered: true, synonymOf: null }

function words(...terms: string[]): QueryWord[] {
  return terms.map((term) => ({
    terms: new Map([
      ['en', term],
      ['de', term],
    ]),
    isStopWord: term === 'the',
    ...plain,
  }))
}

function add(index: WordIndex, id: string, text: string, language = 'en'): void {
  const counts = new Map<string, number>()
  for (const term of text.split(' ')) counts.set(term, (counts.get(term) ?? 0) + 1)
  index.add({ id, language, terms: counts })
}

function idsFor(index: WordIndex, ...terms: string[]): string[] {
  return index.search(words(...terms), 10).map(({ id }) => id)
}

test('rare words weigh more than common ones, and short passages more than long', () => {
  const index = createWordIndex()
  add(index, 'common', 'a b c d')
  add(index, 'rare', 'a x')
  add(index, 'long', `a x ${'filler '.repeat(40).trim()}`)
  expect(idsFor(index, 'a', 'x')).toEqual(['rare', 'long', 'common'])
  expect(idsFor(index, 'nothing')).toEqual([])
})

test('coverage is the share of the question that a passage holds, stop words aside', () => {
  const index = createWordIndex()
  for (const id of ['a', 'b', 'c', 'd', 'e']) add(index, id, 'door door door')
  add(index, 'half', 'the red car')
  const [found] = index.search(words('the', 'red', 'lamp'), 10)
  expect(found?.coverage).toBeGreaterThan(0.4)
  expect(found?.coverage).toBeLessThan(0.5)
  expect(index.search(words('red', 'car'), 10)[0]?.coverage).toBe(1)
  expect(index.search(words('the'), 10)[0]?.coverage).toBe(0)
})

test('a missing word tells less where most words are missing, and a long passage holds a word by chance', () => {
  const small = createWordIndex()
  add(small, 'one', 'red car')
  const large = createWordIndex()
  add(large, 'one', 'red car')
  for (const id of ['a', 'b', 'c', 'd']) add(large, id, 'door door')
  const long = createWordIndex()
  add(long, 'one', 'red car door door door door')
  for (const id of ['a', 'b', 'c', 'd']) add(long, id, 'door door')
  const [inSmall, inLarge, inLong] = [small, large, long].map((index) =>
    Number(index.search(words('red', 'lamp'), 1)[0]?.coverage),
  )
  expect(inSmall).toBeGreaterThan(Number(inLarge))
  expect(inLarge).toBeGreaterThan(Number(inLong))
})

test('of several words of one meaning the best counts', () => {
  const index = createWordIndex()
  add(index, 'one', 'price door')
  add(index, 'both', 'price cost')
  const synonyms = words('price', 'cost').map((word) => ({ ...word, synonymOf: 'fee' }))
  const [first, second] = index.search(synonyms, 10)
  expect(first?.score).toBeGreaterThan(0)
  expect(first?.id).toBe('both')
  expect(index.search(synonyms.slice(1), 10)[0]?.score).toBe(first?.score)
  expect(second?.score).toBeLessThan(Number(first?.score))
})

test('a passage is looked up by the stems of its own language', () => {
  const index = createWordIndex()
  add(index, 'english', 'hous', 'en')
  add(index, 'german', 'hous', 'de')
  const word = {
    terms: new Map([
      ['en', 'hous'],
      ['de', 'house'],
    ]),
    isStopWord: false,
    ...plain,
  }
  expect(index.search([word], 10).map(({ id }) => id)).toEqual(['english'])
  expect(index.languages()).toEqual(['en', 'de'])
  index.remove('german')
  expect(index.languages()).toEqual(['en'])
})

test('after any changes it ranks as an index made anew', () => {
  const text = fc.stringMatching(/^[a-e]( [a-e]){0,8}$/)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.option(text)), { maxLength: 40 }),
      (steps) => {
        const changed = createWordIndex()
        const texts = new Map<string, string>()
        for (const [number, content] of steps) {
          const id = String(number)
          texts.delete(id)
          changed.remove(id)
          if (content === null) continue
          texts.set(id, content)
          add(changed, id, content)
        }
        const fresh = createWordIndex()
        for (const [id, content] of texts) add(fresh, id, content)
        expect(changed.size).toBe(fresh.size)
        expect(changed.search(words('a', 'b', 'e'), 20)).toEqual(fresh.search(words('a', 'b', 'e'), 20))
      },
    ),
  )
})
