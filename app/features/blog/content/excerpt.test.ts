import { expect, test } from 'vitest'

import { countWords, excerptOf, readingMinutes } from './excerpt.ts'

test('a text of 200 characters stands as it is, a longer one is cut there and says so', () => {
  expect(excerptOf('a'.repeat(200))).toBe('a'.repeat(200))
  expect(excerptOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}...`)
  expect(excerptOf('')).toBe('')
})

test('characters beyond the basic plane count as one and are never halved', () => {
  expect(excerptOf('🦄'.repeat(200))).toBe('🦄'.repeat(200))
  expect(excerptOf('🦄'.repeat(201))).toBe(`${'🦄'.repeat(200)}...`)
})

test('words are counted in any script, and read at a walking pace', () => {
  expect(countWords('Four words — of text')).toBe(5)
  expect(countWords('')).toBe(0)
  expect(countWords('人工知能は便利です')).toBeGreaterThan(2)
  expect([0, 100, 660].map(readingMinutes)).toEqual([1, 1, 3])
})
