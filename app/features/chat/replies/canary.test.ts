import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createCanaryGuard } from './canary.server.ts'

const canary = 'ab12cd34ef56ab12cd34ef56'

/** Returns what is shown of a streamed text, or null when it is withheld. */
function shown(pieces: readonly string[]): string | null {
  const guard = createCanaryGuard(canary)
  let text = ''
  for (const piece of pieces) {
    const clear = guard.push(piece)
    if (clear === null) return null
    text += clear
  }
  return text + guard.flush()
}

const pieces = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', 'c', ' ', '.', 'ä', '你', '🔑') }),
)

test('a text without the canary is shown as it is, however it is split', () => {
  fc.assert(
    fc.property(pieces, (split) => {
      expect(shown(split)).toBe(split.join(''))
    }),
  )
})

test('the canary is never shown, whatever stands before, after and between', () => {
  const separator = fc.constantFrom('', ' ', '-', '\n', '\u200B', '**')
  fc.assert(
    fc.property(pieces, pieces, separator, fc.integer({ min: 1, max: 9 }), (before, after, between, size) => {
      const hidden = canary.toUpperCase().split('').join(between)
      const split = [...hidden.matchAll(new RegExp(`.{1,${size}}`, 'gsu'))].map(([piece]) => piece)
      expect(shown([...before, ...split, ...after])).toBeNull()
    }),
  )
})

test('its beginning is not shown before the rest is known', () => {
  const guard = createCanaryGuard(canary)
  expect(guard.push('My mark is AB12-cd')).toBe('My mark is ')
  expect(guard.push('35')).toBe('AB12-cd35')
})

test('text in other scripts streams on', () => {
  const guard = createCanaryGuard(canary)
  expect(guard.push('plan a')).toBe('plan ')
  expect(guard.push('你好')).toBe('a你好')
})
