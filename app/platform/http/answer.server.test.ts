import fc from 'fast-check'
import { expect, test } from 'vitest'

import { inlineDisposition } from './answer.server.ts'

test('the file name is sent twice: in ASCII for old browsers, and unchanged for all others', () => {
  expect(inlineDisposition('guide.pdf')).toBe(`inline; filename="guide.pdf"; filename*=UTF-8''guide.pdf`)
  expect(inlineDisposition('Prüf "1" (a).pdf')).toBe(
    `inline; filename="Pr_f _1_ (a).pdf"; filename*=UTF-8''Pr%C3%BCf%20%221%22%20%28a%29.pdf`,
  )
})

test('no name breaks out of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(inlineDisposition(name)).toMatch(/^inline; filename="[^"\\%]*"; filename\*=UTF-8''[\w.!~%-]*$/)
      expect(() => new Headers({ 'content-disposition': inlineDisposition(name) })).not.toThrow()
    }),
  )
})
