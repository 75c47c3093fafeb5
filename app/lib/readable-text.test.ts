import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { cutText, foldForSearch, readableLine, readableText, withoutPiledMarks } from './readable-text.ts'

/** Generates any UTF-16, including lone surrogates, with more of the specially treated characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      fc.nat(0xa0).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\r', '\n', '\r\n', '\u2028', '\u0085', 'e', '\u0301', '\u0323', '\uFEFF', ' '),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))

function isReadable(text: string): boolean {
  return text.isWellFormed() && text === text.normalize('NFC') && !/[^\P{Cc}\n\t]|\uFFFD/u.test(text)
}

test('line ends of every system become one, invisible controls are dropped, letters are composed', () => {
  expect(readableText('a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h')).toBe('a\nb\nc\nd\ne\nf\ng\nh')
  expect(readableText('be\u0007ll\u001b[31m\u007f\u009f tab\tkept')).toBe('bell[31m tab\tkept')
  expect(readableText('Mu\u0308ller')).toBe('M\u00fcller')
})

test('what cannot be read is null: NUL, a lone surrogate, bytes that were no text', () => {
  for (const text of ['a\0b', 'a\uD800', '\uDC00a', 'a\uFFFDb']) {
    expect(readableText(text)).toBeNull()
    expect(readableLine(text)).toBeNull()
  }
})

test('a line has single spaces and none at its ends', () => {
  expect(readableLine('  Ada\t\r\n\u00a0 Lovelace\u3000')).toBe('Ada Lovelace')
  expect(readableLine(' \n ')).toBe('')
})

test('text is null or has no control but line feed and tab, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const readable = readableText(text)
      if (readable === null) return
      expect(isReadable(readable)).toBe(true)
      expect(readableText(readable)).toBe(readable)
    }),
    { numRuns: 2000 },
  )
})

test('a line is null or one line, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = readableLine(text)
      if (line === null) return
      expect(line).not.toMatch(/[\n\t\r]|^\s|\s$|\s\s/)
      expect(readableLine(line)).toBe(line)
    }),
    { numRuns: 2000 },
  )
})

test('folding forgets marks, case and compatibility forms', () => {
  expect(foldForSearch('Müller ÉCOLE İzmir ﬁn ＡＢ')).toBe('muller ecole izmir fin ab')
})

for (const { title, isOwn, isHere, json } of corporaOf('naughty-strings'))
  test.skipIf(!isHere)(`every naughty string is null or stable (${title})`, () => {
    const strings = json() as string[]
    const unstable = strings.filter((text) => {
      const readable = readableText(text)
      return readable !== null && (!isReadable(readable) || readableText(readable) !== readable)
    })
    expect(strings.length).toBeGreaterThan(isOwn ? 100 : 400)
    expect(unstable).toEqual([])
  })

test('of the marks piled on a letter thirty are kept, which bounds the time of composing', () => {
  const piled = (marks: number) => `a${'\u0323\u0301'.repeat(marks / 2)}b`
  expect(withoutPiledMarks(piled(30))).toBe(piled(30))
  expect(withoutPiledMarks(piled(100_000))).toBe(piled(30))
  expect(readableText(piled(100_000))).toBe(piled(30).normalize('NFC'))
  expect(foldForSearch(piled(100_000))).toBe('ab')
})

test('a cut text keeps whole what readers see as one character', () => {
  for (const one of ['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '👍🏽', 'क्षि', '각', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '\r\n']) {
    expect(cutText(one.repeat(5), 3)).toBe(`${one.repeat(3)}…`)
    expect(cutText(one.repeat(3), 3)).toBe(one.repeat(3))
    expect(cutText(`a${one}`, 9, '', one.length)).toBe('a')
  }
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('longer', 5, '...')).toBe('longe...')
})
