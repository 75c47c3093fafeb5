import fc from 'fast-check'
import { expect, test } from 'vitest'

import { namesIn } from '#app/lib/names-in-braces.ts'
import { fillAllFacts, fillFacts } from './fill-facts.ts'

const facts = { replyWithin: '1 hour', languages: '', hours: '24/7', 'ai-chatbots.timeline': '2 days' }

test.each([
  ['We reply within {replyWithin}.', 'We reply within 1 hour.'],
  ['{hours}, and again {hours}', '24/7, and again 24/7'],
  ['Ready in {ai-chatbots.timeline}.', 'Ready in 2 days.'],
  ['{languages} languages', ''],
  ['We reply fast. {languages} languages are spoken. {hours}.', 'We reply fast. 24/7.'],
  ['One. Two in {languages} languages, always.', 'One.'],
  ['{languages} first. Last {replyWithin}.', 'Last 1 hour.'],
  ['First line\nIn {languages}\nLast line', 'First line\nLast line'],
  ['{unknown} stays, { hours } and {} too', '{unknown} stays, { hours } and {} too'],
])('%s', (text, filled) => {
  expect(fillFacts(text, facts)).toBe(filled)
})

test('every text of a value is filled, and nothing else is changed', () => {
  const value = { a: ['{hours}', 1, null, { b: '{languages}' }], c: true }
  expect(fillAllFacts(value, facts)).toEqual({ a: ['24/7', 1, null, { b: '' }], c: true })
})

test('property names of Object.prototype are not facts', () => {
  expect(fillFacts('{constructor} {toString}', facts)).toBe('{constructor} {toString}')
})

test('a text without braces is unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('{')),
      (text) => {
        expect(fillFacts(text, facts)).toBe(text)
      },
    ),
  )
})

const word = fc.constantFrom('We', 'reply', 'speak', 'answer', 'soon,', 'in', 'all', 'cases', '12', 'e-mail')
const place = fc.constantFrom('{languages}', '{replyWithin}', '{hours}')
const sentence = fc
  .tuple(
    fc.constantFrom('We', 'They', '{languages}', '{hours}'),
    fc.array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: place }), { maxLength: 6 }),
    fc.constantFrom('end', '{languages}', '{replyWithin}'),
    fc.constantFrom('.', '!', '?'),
  )
  .map(([first, words, last, mark]) => `${[first, ...words, last].join(' ')}${mark}`)

test('an empty fact takes away its sentences whole and leaves the others whole', () => {
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 6 }), (sentences) => {
      const filled = fillFacts(sentences.join(' '), facts)
      expect(filled).not.toMatch(/[{}]| {2}|^\s|\s$|\s[.,!?]|,[.!?]/)
      const kept = sentences.filter((each) => !namesIn(each).includes('languages'))
      expect(filled).toBe(kept.map((each) => fillFacts(each, facts)).join(' '))
    }),
  )
})
