import { expect, test } from 'vitest'

import { tableOfCells } from './pasted-cells.ts'

const html = '<meta charset="utf-8"><table><tr><td>A</td></tr></table>'

test('cells of a spreadsheet become a table, with quoted line ends, bars and short rows', () => {
  const text = 'Plan\tPrice\tNote\r\nSmall\t€ 10\t"two\nlines"\r\nLarge | huge\t€ 99\r\n'
  expect(tableOfCells(html, text)).toBe(
    [
      '| Plan | Price | Note |',
      '| --- | --- | --- |',
      '| Small | € 10 | two<br>lines |',
      String.raw`| Large \| huge | € 99 |  |`,
    ].join('\n'),
  )
})

test('a cell that begins with a quotation mark and never ends it is kept', () => {
  expect(tableOfCells(html, '"Hi\tthere\nyou\tall')).toBe('| "Hi | there |\n| --- | --- |\n| you | all |')
})

test.each([
  ['text without a table', '<p>a\tb</p>', 'a\tb'],
  ['one cell', html, 'A'],
  ['one column', html, 'A\nB'],
  ['plain text', '', 'a\tb'],
  ['more rows than anyone means to paste', html, 'a\tb\n'.repeat(1001)],
])('%s is not a table', (_what, markup, text) => {
  expect(tableOfCells(markup, text)).toBe(null)
})
