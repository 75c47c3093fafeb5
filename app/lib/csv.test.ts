import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv } from './csv.ts'

/** RFC 4180, section 2: records end in CR LF, quoted fields hold anything and double their quotes. */
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

const isFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text)
const cell = fc
  .array(fc.constantFrom(...Array.from('=+-@\t\r\n＝＋－＠",;\'ab1 é😀')), { maxLength: 6 })
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

test('no cell of text begins as a formula, whatever its quotes', () => {
  fc.assert(
    fc.property(rowsOfText, (rows) => {
      expect(parseCsv(toCsv(rows)).flat().filter(isFormula)).toEqual([])
    }),
  )
})

test('a reader of RFC 4180 gets back each cell, but for the apostrophe', () => {
  fc.assert(
    fc.property(rowsOfText, (rows) => {
      const guarded = rows.map((row) => row.map((text) => (isFormula(text) ? `'${text}` : text)))
      expect(parseCsv(toCsv(rows))).toEqual(guarded)
    }),
  )
})
