import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  blocksOf,
  compareTexts,
  followedAfterSave,
  hasWords,
  type PostTexts,
  rangeOfBlock,
  splitAgain,
  withTranslations,
} from './post-texts.ts'

const post = (...blocks: string[]): PostTexts => ({ title: 'T', excerpt: '', imageAlt: '', blocks })
const oldPlaces = (source: PostTexts, version: Parameters<typeof compareTexts>[1]) =>
  compareTexts(source, version).flatMap(({ place, isOld }) => (isOld ? [place] : []))

test('Markdown is split at empty lines, and fenced code stays whole', () => {
  const text = '# One\n\nTwo\nlines\n\n```js\na\n\nb\n```\n\n\n- x\n- y'
  expect(blocksOf(text)).toEqual(['# One', 'Two\nlines', '```js\na\n\nb\n```', '- x\n- y'])
  for (const [at, block] of blocksOf(text).entries())
    expect(text.slice(...rangeOfBlock(text, at))).toBe(block)
  expect(rangeOfBlock(text, 9)).toEqual([text.length, text.length])
})

test('a paragraph of code between backticks begins no fence', () => {
  const text = 'Run\n\n```npm i```\n\nThen\n\n```\na\n\nb\n```\n\nEnd\n\n~~~ a`b\n\nc'
  const blocks = ['Run', '```npm i```', 'Then', '```\na\n\nb\n```', 'End', '~~~ a`b\n\nc']
  expect(blocksOf(text)).toEqual(blocks)
  const stored = ['Run', '```npm i```\n\nThen\n\n```\na', 'b\n```\n\nEnd\n\n~~~ a`b\n\nc']
  expect(splitAgain(stored)).toEqual(blocks)
  expect(splitAgain(['', ...stored])).toEqual(['', ...blocks])
  const unclosed = ['```\na', 'b', '']
  expect(splitAgain(unclosed)).toBe(unclosed)
})

test('code, pictures and rules have no words', () => {
  for (const block of ['```\nwords\n```', '![](/a.webp)', '---', '`npm test`', '<hr>'])
    expect(hasWords(block), block).toBe(false)
  for (const block of [
    'Words',
    '```\na\n```\nDirectly behind',
    '```a``` and more',
    '![What it shows](/a.webp)',
    '> Said',
    'مرحبا',
  ])
    expect(hasWords(block), block).toBe(true)
})

test('only what has changed in the source is out of date, also when blocks were added and removed', () => {
  const version = { texts: post('eins', 'zwei', 'drei'), before: post('one', 'two', 'three') }
  expect(oldPlaces(post('one', 'two', 'three'), version)).toEqual([])
  expect(oldPlaces(post('one', 'two!', 'three'), version)).toEqual(['content.1'])
  expect(oldPlaces(post('zero', 'one', 'two', 'three'), version)).toEqual(['content.0'])
  expect(oldPlaces(post('three'), version)).toEqual([])
  expect(oldPlaces({ ...post('one', 'two', 'three'), title: 'U' }, version)).toEqual(['title'])
})

test('a translation is put in place, and what was translated by hand stays', () => {
  const version = { texts: post('eins', 'zwei'), before: post('one', 'two') }
  const { texts, before } = withTranslations(
    post('one', 'new', 'two'),
    version,
    new Map([['content.1', 'neu']]),
  )
  expect(texts.blocks).toEqual(['eins', 'neu', 'zwei'])
  expect(before.blocks).toEqual(['one', 'new', 'two'])
})

test('a picture of the translation’s own stays until the source has another', () => {
  const version = { texts: post('![](/de.webp)', 'eins'), before: post('![](/en.webp)', 'one') }
  const blocksAfter = (picture: string) =>
    withTranslations(post(picture, 'two'), version, new Map([['content.1', 'zwei']])).texts.blocks
  expect(blocksAfter('![](/en.webp)')).toEqual(['![](/de.webp)', 'zwei'])
  expect(blocksAfter('![](/new.webp)')).toEqual(['![](/new.webp)', 'zwei'])
})

test('a text that failed keeps its former translation and stays out of date', () => {
  const version = { texts: post('eins', 'zwei'), before: post('one', 'two') }
  const source = post('one', 'two!')
  const made = withTranslations(source, version, new Map())
  expect(made.texts.blocks).toEqual(['eins', 'zwei'])
  expect(oldPlaces(source, made)).toEqual(['content.1'])
})

test('blocks without pairs are never overwritten', () => {
  const version = { texts: post('eins und zwei'), before: post('one', 'two') }
  const source = post('one', 'two!')
  expect(oldPlaces(source, version)).toEqual(['content.1'])
  expect(withTranslations(source, version, new Map()).texts.blocks).toEqual(['eins und zwei'])
})

test('what a member has changed follows the source after a save, and what they left does not', () => {
  const version = { texts: post('eins', 'zwei'), before: post('one', 'two') }
  const source = post('one!', 'two!')
  const texts = post('eins!', 'zwei')
  const before = followedAfterSave(source, version, texts)
  expect(oldPlaces(source, { texts, before })).toEqual(['content.1'])
})

test('any change of a source leaves as many translations as it has blocks', () => {
  const blocks = fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 8 })
  fc.assert(
    fc.property(blocks, blocks, (was, is) => {
      const version = { texts: post(...was.map((text) => `de ${text}`)), before: post(...was) }
      const made = withTranslations(post(...is), version, new Map())
      expect(made.texts.blocks).toHaveLength(was.length === 0 || is.length > 0 ? is.length : 0)
      for (const [at, text] of is.entries())
        if (made.before.blocks[at] === text) expect(made.texts.blocks[at]).toBe(`de ${text}`)
    }),
  )
})
