import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fill } from './messages.ts'

test('puts each value in every place of its name', () => {
  expect(fill('{a} and {b} and {a}', { a: 'x', b: 0 })).toBe('x and 0 and x')
})

test('a name without a value stays as it stands', () => {
  expect(fill('Dear {name}, {} { name }', { other: 'x' })).toBe('Dear {name}, {} { name }')
})

test('a value is put in as it is: its own braces and dollar signs mean nothing', () => {
  const value = fc.array(fc.constantFrom('{b}', '{a}', '$&', '$1', '$$', 'x', '<'), { maxLength: 5 })
  fc.assert(
    fc.property(value, (pieces) => {
      const text = pieces.join('')
      expect(fill('<{a}>', { a: text, b: 'never' })).toBe(`<${text}>`)
    }),
  )
})
