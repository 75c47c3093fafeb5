import fc from 'fast-check'
import { expect, test } from 'vitest'

import { headerText } from './mail-transport.server.ts'

test('what only resembles an encoded word stays as it was typed', () => {
  for (const text of ['Ada', 'a=?b', 'Is 1+1=2?', '=?what', 'x =? y']) expect(headerText(text)).toBe(text)
})

test('no encoded word is left, wherever and however often one stands', () => {
  const word = fc.constantFrom('=?utf-8?q?a?=', '=?UTF-8?B?YQ==?=', '=?=?utf-8?q?a?=?=', '=', '?', 'q', 'a ')
  fc.assert(
    fc.property(
      fc.array(word).map((words) => words.join('')),
      (text) => {
        expect(headerText(text)).not.toMatch(/=\?[^?]*\?[bq]\?/i)
        expect(headerText(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      },
    ),
  )
})
