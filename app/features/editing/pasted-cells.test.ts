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

test('what cells hold is not taken as markup, and what is none is not escaped', () => {
  const text = [
    'Type\tExample',
    'List<String>\ta*b*c',
    '[x] `y`\t"&lt; _z_\n# <b>| \\|"',
    '1,234.50 %\tsnake_case, 3 < 4 & 5 > 2 (or -1) + $7!',
    'ada_l@a.example\tsee https://a.example/~ada/_b_?c=1&d#e[1]',
  ].join('\n')
  expect(tableOfCells(html, text)).toBe(
    [
      '| Type | Example |',
      '| --- | --- |',
      String.raw`| List\<String> | a\*b\*c |`,
      `| \\[x\\] \\\`y\\\` | ${String.raw`\&lt; \_z\_<br># \<b>\| \\\| |`}`,
      '| 1,234.50 % | snake_case, 3 < 4 & 5 > 2 (or -1) + $7! |',
      '| ada_l@a.example | see https://a.example/~ada/_b_?c=1&d#e[1] |',
    ].join('\n'),
  )
})

test.each([
  [
    'Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"."} --></style></head><body><!--StartFragment--><table><col width=64><tr><td>A</td><td>B</td></tr></table><!--EndFragment--></body></html>',
  ],
  [
    'Google Sheets',
    '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml"><colgroup><col width="100"/></colgroup><tbody><tr><td>A</td><td>B</td></tr></tbody></table></google-sheets-html-origin>',
  ],
  [
    'LibreOffice',
    '<!DOCTYPE html><html><head><title></title><meta name="generator" content="LibreOffice 24.2"/></head><body><table cellspacing="0"><tr><td>A</td><td>B</td></tr></table></body></html>',
  ],
])('cells of %s are found by their table', (_program, markup) => {
  expect(tableOfCells(markup, 'A\tB\n')).toBe('| A | B |\n| --- | --- |')
})

test('a cell that begins with a quotation mark and never ends it is kept', () => {
  expect(tableOfCells(html, '"Hi\tthere\nyou\tall')).toBe('| "Hi | there |\n| --- | --- |\n| you | all |')
})

test.each([
  ['text without a table', '<p>a\tb</p>', 'a\tb'],
  ['one cell', html, 'A'],
  ['one column', html, 'A\nB'],
  ['plain text', '', 'a\tb'],
  ['a table with words around it', `<h1>Prices</h1>${html}`, 'Prices\na\tb'],
  ['two tables', `${html}<p>and</p>${html}`, 'a\tb\nand\na\tb'],
  ['more rows than anyone means to paste', html, 'a\tb\n'.repeat(1001)],
])('%s is not a table', (_what, markup, text) => {
  expect(tableOfCells(markup, text)).toBe(null)
})
