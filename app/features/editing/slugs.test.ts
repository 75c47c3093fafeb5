import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { latinSlugOf } from './latin-slug.ts'
import { freeSlug, slugOf, slugOfTag } from './slugs.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  --Ten ways to  answer_faster--  ', 'ten-ways-to-answer-faster'],
  ['Déjà vu: Größe & Æther', 'deja-vu-grosse-aether'],
  ['GPT-4 vs. Claude 3.5', 'gpt-4-vs-claude-3-5'],
  ['Łódź w listopadzie', 'lodz-w-listopadzie'],
  ['Đặt lịch hẹn', 'dat-lich-hen'],
  ['Iğdır’da yeni ofis', 'igdir-da-yeni-ofis'],
  ['Þór og ðór', 'thor-og-dor'],
  ['Hors d’œuvre, Straße', 'hors-d-oeuvre-strasse'],
  ['Привет, мир', 'privet-mir'],
  ['Καλημέρα', 'kalimera'],
  ['你好', 'nihao'],
  ['', 'post'],
  ['!!!', 'post'],
])('%j becomes %s', (title, slug) => {
  expect(slugOf(title, 'post')).toBe(slug)
})

test('a browser without the tables writes the letters of Latin scripts alike', () => {
  for (const title of ['Łódź', 'Đặt lịch', 'Iğdır', 'Þór og ðór', 'Œuvre', 'Straße', 'Ħal Għargħur', 'Ŋŧ'])
    expect(latinSlugOf(title, 'page')).toBe(slugOf(title, 'page'))
})

test('C++, C#, F# and C are tags of their own, and other tags stay as they were', () => {
  expect(
    ['C++', 'C#', 'F#', 'C', 'c-plus-plus', 'A+B', 'Node.js', '東京', 'C++ & C#'].map(slugOfTag),
  ).toEqual([
    'c-plus-plus',
    'c-sharp',
    'f-sharp',
    'c',
    'c-plus-plus',
    'a-b',
    'node-js',
    '東京',
    'c-plus-plus-c-sharp',
  ])
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
