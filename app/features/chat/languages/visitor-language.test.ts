import fc from 'fast-check'
import { expect, test } from 'vitest'

import { preferredLanguage } from './visitor-language.server.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['tlh, fr;q=0.5', 'fr'],
  ['fr;q=0.5, ar-EG', 'ar'],
  ['de;q=0, es', 'es'],
  ['zh-Hant-TW', 'zh'],
  ['in-ID', 'id'],
  ['PT-br', 'pt'],
  ['tlh', null],
  ['*', null],
  ['__proto__, constructor, toString', null],
  ['', null],
  [null, null],
])('of the browser’s languages %s the panel speaks %s', (header, code) => {
  expect(preferredLanguage(header)).toBe(code)
})

test('whatever a browser sends, a language or none is chosen', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('d', 'e', '-', ',', ';', 'q', '=', '0', '.', ' ', '*') }),
      (header) => {
        expect([null, 'de']).toContain(preferredLanguage(header))
      },
    ),
  )
})
