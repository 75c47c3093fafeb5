import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { freeSlug, slugOf } from './slugs.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  --Ten ways to  answer_faster--  ', 'ten-ways-to-answer-faster'],
  ['Déjà vu: Größe & Æther', 'deja-vu-grosse-aether'],
  ['GPT-4 vs. Claude 3.5', 'gpt-4-vs-claude-3-5'],
  ['你好', 'post'],
  ['', 'post'],
  ['!!!', 'post'],
])('%j becomes %s', (title, slug) => {
  expect(slugOf(title, 'post')).toBe(slug)
})

test('a long title is cut between words', () => {
  const slug = slugOf('word '.repeat(50), 'post')
  expect(slug).toMatch(/^(word-)+word$/)
  expect(slug.length).toBeLessThanOrEqual(80)
  expect(slugOf('x'.repeat(500), 'post')).toHaveLength(80)
})

test('any title gives an address, the same each time, which is its own address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const slug = slugOf(title, 'post')
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(80)
      expect(slugOf(slug, 'post')).toBe(slug)
    }),
  )
})

for (const { title, isHere, cases } of corporaOf('slug'))
  test.skipIf(!isHere)(`titles give addresses of their own (${title})`, () => {
    const taken = new Set<string>()
    const inputs = cases<{ input: string }>()
    for (const { input } of inputs) {
      const slug = freeSlug(slugOf(input, 'post'), taken)
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(taken).not.toContain(slug)
      taken.add(slug)
    }
    expect(taken.size).toBe(inputs.length)
  })
