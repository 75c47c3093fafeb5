import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv } from './csv.ts'

/** RFC 4180, section 2: records end in CR LF; quoted fields may hold anything and double their quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (!match) throw new Error(`no field at: ${JSON.stringify(rest)}`)
    const [field, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') {
      rows.push(row)
      row = []
    }
    rest = rest.slice(field.length)
  }
  return rows
}

/** Parses as spreadsheets do: cells end at one separator, and quotes count only at the start of a cell. */
function readAsSpreadsheet(text: string, separator: string, options: { quotes: boolean }): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || (options.quotes && cell === ''))) isQuoted = !isQuoted
    else if (!isQuoted && (sign === separator || sign === '\r' || sign === '\n')) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

const isFormula = (text: string) => /^\s*[=+\-@＝＋－＠]/.test(text)
const cell = fc
  .array(fc.constantFrom(...Array.from('=+-@\t\r\n＝＋－＠",;;\'ab1 é😀')), { maxLength: 8 })
  .map((characters) => characters.join(''))
const rowsOfText = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 })

test('writes lines ended by CR LF, quotes only where needed, and nothing for what is missing', () => {
  const rows = [
    ['name', 'note'],
    ['Ada', 'said "hi", left'],
    ['a\nb', null],
    [undefined, -5],
    ['', 0.5],
  ]
  expect(toCsv(rows)).toBe('name,note\r\nAda,"said ""hi"", left"\r\n"a\nb",\r\n,-5\r\n,0.5\r\n')
  expect(toCsv([])).toBe('')
})

test('a cell that a spreadsheet would run gets an apostrophe, inside the quotes', () => {
  expect(toCsv([['=1+1', '+49 30', '-a', '@x', '＝1', 'a=1']])).toBe("'=1+1,'+49 30,'-a,'@x,'＝1,a=1\r\n")
  expect(toCsv([['=HYPERLINK("x","y")', '\rx', '\tx']])).toBe(`"'=HYPERLINK(""x"",""y"")","'\rx",'\tx\r\n`)
})

test('a part that another separator splits off is no formula either', () => {
  const rows = [['Ada', 'Hello;=cmd|x', ';"=1', 'a\n@x', ' =1', 'a\t-1', 'a - b; c=d']]
  expect(toCsv(rows)).toBe(`Ada,"Hello;'=cmd|x",";'""=1","a\n'@x",' =1,a\t'-1,"a - b; c=d"\r\n`)
})

test.each([
  [',', true],
  [';', true],
  [';', false],
  ['\t', true],
  ['\t', false],
])('no cell of text is a formula where cells end at %j (quotes count: %s)', (separator, quotes) => {
  fc.assert(
    fc.property(rowsOfText, (rows) => {
      expect(readAsSpreadsheet(toCsv(rows), separator, { quotes }).filter(isFormula)).toEqual([])
    }),
  )
})

test('a reader of RFC 4180 gets back each cell, but for apostrophes', () => {
  const plain = (text: string) => text.replaceAll("'", '')
  fc.assert(
    fc.property(rowsOfText, (rows) => {
      expect(parseCsv(toCsv(rows)).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)))
    }),
  )
})

test('a text of separators alone comes back whole', () => {
  const long = ';\t '.repeat(300_000)
  expect(toCsv([[long]])).toBe(`"${long}"\r\n`)
})
