import fc from 'fast-check'
import { expect, test } from 'vitest'

import { findMentions, splitAtMentions, typedMention } from './find-mentions.ts'

const members = [
  { id: 'ana', name: 'Ana Pérez', email: 'ana@agency.test' },
  { id: 'ana-maria', name: 'Ana Maria', email: 'maria@agency.test' },
  { id: 'ben', name: 'Ben (Sales) $1', email: 'ben@agency.test' },
  { id: 'dora', name: 'dora@agency.test', email: 'dora@agency.test' },
]

const named = (note: string) => findMentions(note, members).map(({ memberId }) => memberId)

test.each([
  ['@Ana Pérez, please call', ['ana']],
  ['Please call, @ana perez', ['ana']],
  ['(@Ana Maria)', ['ana-maria']],
  ['@ana@agency.test and @dora@agency.test.', ['ana', 'dora']],
  ['@Ben knows', ['ben']],
  ['@Ben (Sales) $1 knows', ['ben']],
  ['@Ben and @Ben again', ['ben']],
  ['@Ana has two of them', []],
  ['@Benjamin is somebody else', []],
  ['write to info@Ben.example', []],
  ['@@Ben', []],
  ['@ Ben', []],
])('%s', (note, ids) => {
  expect(named(note)).toEqual(ids)
})

test('any text with any mentions is shown whole, letter by letter', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 5 }), (note, words) => {
      const pieces = splitAtMentions(note, words)
      expect(pieces.map(({ text }) => text).join('')).toBe(note)
      for (const { text, isMention } of pieces) if (isMention) expect(words).toContain(text)
    }),
  )
})

test('a long note of nothing but signs is read in a moment', () => {
  expect(named('@'.repeat(5000))).toEqual([])
  expect(named('@Ana '.repeat(1000))).toEqual([])
})

test('what is typed after an @ is asked for, an address is not', () => {
  expect(typedMention('Hello @An', 9)).toEqual({ from: 7, query: 'An' })
  expect(typedMention('@', 1)).toEqual({ from: 1, query: '' })
  expect(typedMention('me@An', 5)).toBeNull()
  expect(typedMention('@An\nx', 5)).toBeNull()
})
