import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv } from './csv.ts'
import { decodeText, readCsv, separatorOf, separators, UnclosedQuote } from './csv-reader.ts'

const rowsOf = (text: string, separator = ',') => [...readCsv(text, separator)].map(({ cells }) => cells)

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', ' ', 'é') }),
)
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 })

function written(rows: readonly string[][], separator: string, lineEnd: string, mayBare: boolean): string {
  return rows
    .map((cells) =>
      cells
        .map((text) =>
          mayBare && !/^"|[\r\n]/.test(text) && !text.includes(separator)
            ? text
            : `"${text.replaceAll('"', '""')}"`,
        )
        .join(separator),
    )
    .join(lineEnd)
}

test('whatever a writer of RFC 4180 writes is read as it was, with any separator and line ends', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(...separators),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      (rows, separator, lineEnd, mayBare) => {
        expect(rowsOf(written(rows, separator, lineEnd, mayBare), separator)).toEqual(rows)
      },
    ),
  )
})

test('any text at all is read or refused, never with an unknown error, and no letter is made up', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'x') }),
      fc.constantFrom(...separators),
      (text, separator) => {
        try {
          const read = rowsOf(text, separator).flat().join('')
          expect(read.replaceAll(/[^x]/g, '')).toBe(text.replaceAll(/[^x]/g, ''))
        } catch (error) {
          expect(error).toBeInstanceOf(UnclosedQuote)
        }
        expect(separators).toContain(separatorOf(text))
      },
    ),
  )
})

test('our own files are read as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 3 }), { minLength: 1 }), (rows) => {
      const cells = rowsOf(toCsv(rows))
      expect(cells.map((row) => row.length)).toEqual(rows.map((row) => row.length))
    }),
  )
})

test('lines are counted through quoted line breaks, and empty ones are left out', () => {
  expect([...readCsv('a,"b\r\nc"\r\n\r\n"d""e" f,g\n,\n', ',')]).toEqual([
    { line: 1, cells: ['a', 'b\r\nc'] },
    { line: 4, cells: ['d"e f', 'g'] },
    { line: 5, cells: ['', ''] },
  ])
  expect(() => rowsOf('a,b\nc,"d\ne,f')).toThrow('The quotation mark in line 2 is never closed.')
  expect(rowsOf('5" pipe,a "b" c')).toEqual([['5" pipe', 'a "b" c']])
})

test('any text at all is read where marks are mended, and what is in order as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'x') }), (text) => {
      const read = [...readCsv(text, ',', true)].flatMap(({ cells }) => cells).join('')
      expect(read.replaceAll(/[^x]/g, '')).toBe(text.replaceAll(/[^x]/g, ''))
    }),
  )
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (rows, lineEnd) => {
      const cells = [...readCsv(written(rows, ',', lineEnd, true), ',', true)].map((row) => row.cells)
      expect(cells).toEqual(rows)
    }),
  )
})

test.each([
  ['name,email\nAnn;Lee,a@b.example\n', ','],
  ['name;email\nLee, Ann;a@b.example\n', ';'],
  ['name\temail\nLee, Ann\ta@b.example\n', '\t'],
  ['"a;b";"c"\n"1;2";"3"\n', ';'],
  ['sep=;\nname,x\n', ';'],
  ['a@b.example\nc@d.example\n', ','],
  ['name,"open\n', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})

test('encodings are told by marks, zeros and validity', () => {
  const text = 'Name;Größe €\nŁ'
  const utf16 = Buffer.from(text, 'utf16le')
  const swapped = Buffer.from(utf16).swap16()
  const mark = (bytes: number[], rest: Uint8Array) => Buffer.concat([Buffer.from(bytes), rest])
  for (const [bytes, encoding] of [
    [Buffer.from(text), 'utf-8'],
    [mark([0xef, 0xbb, 0xbf], Buffer.from(text)), 'utf-8'],
    [utf16, 'utf-16le'],
    [mark([0xff, 0xfe], utf16), 'utf-16le'],
    [mark([0xfe, 0xff], swapped), 'utf-16be'],
    [swapped, 'utf-16be'],
  ] as const)
    expect(decodeText(bytes)).toEqual({ text, encoding })
  expect(decodeText(Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80]))).toEqual({
    text: 'Größe €',
    encoding: 'windows-1252',
  })
})

test('a broken byte does not change how the others are read', () => {
  const broken = [0x2c, 0xe4, 0x0a]
  const ofBytes = (text: string) => decodeText(Buffer.concat([Buffer.from(text), Buffer.from(broken)]))
  expect(ofBytes('Jörg Müller, Åsa Ström, Łukasz')).toEqual({
    text: 'Jörg Müller, Åsa Ström, Łukasz,\ufffd\n',
    encoding: 'utf-8',
  })
  expect(ofBytes('\ufeffName')).toEqual({ text: 'Name,\ufffd\n', encoding: 'utf-8' })
})
