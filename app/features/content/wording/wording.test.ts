import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fillCount, publicTexts } from '#app/lib/messages.ts'

import { checkText } from './check-text.ts'
import { makeWording } from './make-wording.ts'
import { listTexts } from './texts-in.ts'

const texts = publicTexts('shop', {
  en: {
    sent: 'Thank you. We reply within {replyWithin}.',
    toast: { title: 'Dear {name}' },
    found: { one: 'One loaf of {name}', other: '{count} loaves of {name}' },
  },
})
const facts = { replyWithin: '2 days', siteName: 'Crumb', name: 'a fact of this name' }
const worded = (changes: Record<string, string>, ofSite: Record<string, string> = facts) =>
  makeWording({ changes, facts: ofSite, pages: [], translation: null }).texts(texts)

test('what was not changed says what it said at first, with facts filled in', () => {
  expect(worded({})).toEqual({
    sent: 'Thank you. We reply within 2 days.',
    toast: { title: 'Dear {name}' },
    found: { one: 'One loaf of {name}', other: '{count} loaves of {name}' },
  })
})

test('a changed text stands in its place, and an empty fact takes its sentence away', () => {
  const changes = { 'shop.toast.title': 'Hello {name} of {siteName}', 'other.sent': 'x', 'shop.gone': 'x' }
  const { sent, toast } = worded(changes, { ...facts, replyWithin: '' })
  expect([sent, toast.title]).toEqual(['Thank you.', 'Hello {name} of Crumb'])
})

test('a set of texts has one wording', () => {
  const wording = makeWording({ changes: {}, facts, pages: [], translation: null })
  expect(wording.texts(texts)).toBe(wording.texts(texts))
})

test('names that code fills are found, and which a text cannot do without', () => {
  const listed = listTexts(texts.of.en).map(({ place, places, required }) => [place, places, required])
  expect(listed).toEqual([
    ['sent', [], []],
    ['toast.title', ['name'], ['name']],
    ['found.one', ['count', 'name'], ['name']],
    ['found.other', ['count', 'name'], ['name']],
  ])
})

test('numbers are put into the form that the language has for them', () => {
  const { found } = texts.of.en
  expect(fillCount(found, 1, { name: 'rye' })).toBe('One loaf of rye')
  expect(fillCount(found, 1234, { name: 'rye' })).toBe('1,234 loaves of rye')
  expect(fillCount({ other: '{count}' }, 1)).toBe('1')
})

const known = { places: ['name', 'date'], required: ['name'] }
const names = new Set(['replyWithin', 'ai-chatbots.timeline'])

test.each([
  ['For {name} on {date}, within {replyWithin} or {ai-chatbots.timeline}', null],
  ['For {name}: { date }, {} and }{', null],
  [
    'For {nobody} and {name}',
    'There is no {nobody} here. Please use {name}, {date}, or a fact, or remove the braces.',
  ],
  ['For {constructor} and {name}', expect.stringContaining('no {constructor} here')],
  ['For you', 'Please keep {name}, which is filled in here.'],
])('%s', (typed, fault) => {
  expect(checkText(typed, known, names)).toEqual(fault)
})

test('whatever is typed, what passes names nothing unknown and keeps what it must', () => {
  const piece = fc.constantFrom(
    '{name}',
    '{date}',
    '{replyWithin}',
    '{x}',
    '{',
    '}',
    '{{name}}',
    '<b>',
    ' ',
    'é',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const typed = pieces.join('')
      if (checkText(typed, known, names) !== null) return
      expect(typed).toContain('{name}')
      expect(typed).not.toContain('{x}')
    }),
  )
})
