import fc from 'fast-check'
import { expect, test } from 'vitest'

import { excerptOf } from './excerpt.ts'

const filler = 'We write about gardens, paths and walls. '.repeat(30)
const proof = 'The warranty on sheds lasts forty-two months from the day of delivery.'

test('the part with what was said before the citation is shown, from the start of its sentence', () => {
  const said =
    'Gladly. The warranty on sheds lasts forty-two months [1]. We write about gardens, paths and walls [2].'
  const excerpt = excerptOf(`${filler}${proof} ${filler}`, { said, number: 1 })
  expect(excerpt).toContain(proof)
  expect(excerpt.startsWith('…')).toBe(true)
  expect(excerpt.slice(1)).toMatch(/^(We|The) /)
  expect(excerpt.endsWith('…')).toBe(true)
  expect(excerptOf(`${filler}${proof} ${filler}`, { said, number: 2 })).toMatch(/^We write/)
})

test('the end is shown without a mark, and scripts without spaces are found too', () => {
  expect(excerptOf(`${filler}${proof}`, { said: `${proof} [1]`, number: 1 })).toMatch(/delivery\.$/)
  const chinese = `${'我们写花园和小路。'.repeat(100)}保修期为四十二个月。`
  expect(excerptOf(chinese, { said: '保修期为四十二个月 [1]', number: 1 })).toContain('保修期为四十二个月')
})

test('a short passage is shown whole, and a long one from its start if nothing of it was said', () => {
  expect(excerptOf(proof, { said: 'Anything [1]', number: 1 })).toBe(proof)
  expect(excerptOf(filler, { said: '[1]', number: 1 })).toBe(`${filler.slice(0, 600)}…`)
})

test('an excerpt is always a part of the passage', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), fc.string(), (passage, said) => {
      const excerpt = excerptOf(passage, { said, number: 1 })
      expect(excerpt.length).toBeLessThanOrEqual(602)
      const inner = excerpt.replace(/^…/, '').replace(/…$/, '')
      expect(passage.toWellFormed()).toContain(inner.replace(/^\uFFFD|\uFFFD$/g, ''))
    }),
  )
})
