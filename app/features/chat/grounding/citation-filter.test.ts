import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createCitationFilter } from './citation-filter.ts'

function filtered(pieces: readonly string[], given: number) {
  const filter = createCitationFilter((id) => (id >= 1 && id <= given ? id - 1 : undefined))
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.flush()
  return { text, cited: filter.cited() }
}

test.each([
  ['It costs $299 [2].', 'It costs $299[1].', [1]],
  ['A [3] and B [1] and A again [3].', 'A[1] and B[2] and A again[1].', [2, 0]],
  ['Both [1, 2]; both[2][1].', 'Both[1][2]; both[2][1].', [0, 1]],
  ['As [passage 2] says.', 'As[1] says.', [1]],
  ['Made up [7], [0] and [999].', 'Made up, and.', []],
  ['Half made up [1, 9].', 'Half made up[1].', [0]],
  ['`list[1]\n[2]', '`list[1]\n[1]', [1]],
  ['A list [a, b], a [link](/contact) and [x] stay.', 'A list [a, b], a [link](/contact) and [x] stay.', []],
  ['It ends with [1', 'It ends with [1', []],
  ['`list[0]` and\n```\ndp[1] = 0\n```\nstay [9].', '`list[0]` and\n```\ndp[1] = 0\n```\nstay.', []],
  ['保修期为42个月【2】。', '保修期为42个月[1]。', [1]],
  ['الضمان ٤٢ شهرا [٢، ٩].', 'الضمان ٤٢ شهرا[1].', [1]],
  ['वारंटी 42 महीने है [२]।', 'वारंटी 42 महीने है[1]।', [1]],
  ['It is 42 months【1†source】and no more【7:0†x】.', 'It is 42 months[1]and no more【7:0†x】.', [0]],
  [
    'It costs $299 [1](https://invented.example/a "b") or [2](see below).',
    'It costs $299[1] or[2](see below).',
    [0, 1],
  ],
  ['It costs $1 [9](https://invented.example) or less [8](/prices).', 'It costs $1 or less.', []],
  ['A footnote[^2], none[^9].', 'A footnote[1], none.', [1]],
  ['A lone ` is no code\n[2].', 'A lone ` is no code\n[1].', [1]],
])('%s', (written, shown, cited) => {
  expect(filtered([written], 3)).toEqual({ text: shown, cited })
})

test('without passages every citation mark is removed', () => {
  expect(filtered(['It costs $299 [1], as', ' [pass', 'age 2] says.'], 0)).toEqual({
    text: 'It costs $299, as says.',
    cited: [],
  })
})

const piece = fc.string({
  unit: fc.constantFrom(
    '[',
    ']',
    '【',
    '】',
    '1',
    '٢',
    '9',
    ',',
    ' ',
    'a',
    '†',
    '\n',
    'ä',
    '`',
    '^',
    '(',
    '/',
    ')',
  ),
})

test('however a text is split, the same is shown', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(filtered(pieces, 2)).toEqual(filtered([pieces.join('')], 2))
    }),
  )
})
