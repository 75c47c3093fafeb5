import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { foldQuotes } from './fold-quotes.ts'

type Case = { name: string; mail: string; text: string }

for (const corpus of corporaOf('email-replies').filter(({ isOwn }) => isOwn))
  test.each(corpus.cases<Case>())('$name', ({ mail, text }) => {
    expect(foldQuotes(mail).text).toBe(text)
    expect(foldQuotes(mail.replaceAll('\n', '\r\n')).text).toBe(text)
  })

const pieces = fc.constantFrom(
  '> ',
  'On 3 Nov 2026 at 9:14, Ada <ada@example.com> wrote:',
  'Am 3.11.2026 um 9:14 schrieb',
  'From: Ada <ada@example.com>',
  'Sent: today',
  'To: me',
  'Subject: Hi',
  '-----Original Message-----',
  '________________________________',
  '-- ',
  '--',
  'Sent from my iPhone',
  '<a@',
  ':',
  '\u202a',
  '\r',
)
const line = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 40 }))
const mail = fc.array(fc.tuple(line, fc.constantFrom('\n', '', '\r\n', '\n\n')), { maxLength: 25 })
const textOf = (parts: [string, string][]) => parts.flat().join('')

/** Returns the words of a mail in sorted order. */
const words = (text: string) => text.split(/\s+/).filter(Boolean).toSorted()

test('nothing of any mail is lost or made up', () => {
  fc.assert(
    fc.property(mail.map(textOf), (text) => {
      const { text: written, quoted } = foldQuotes(text)
      expect(words(`${written}\n${quoted ?? ''}`)).toEqual(words(text))
    }),
  )
})

test('what was written stays so when it is folded again', () => {
  fc.assert(
    fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 8 }), (paragraphs) => {
      const text = paragraphs.join('\n\n')
      expect(foldQuotes(text)).toEqual({ text, quoted: null })
    }),
  )
})

/** Each text would keep a backtracking expression busy for hours. */
test.each([
  ['an endless heading', 'On 3 Nov 2026 at 9:14 a'.repeat(100_000)],
  ['many headings', 'On 3 Nov 2026 at 9:14 x wrote\n'.repeat(20_000)],
  ['many open headings', 'On 3 Nov 2026 <a@b.c\n'.repeat(20_000)],
  ['many colons', ':'.repeat(200_000)],
  ['many addresses', 'a@a.'.repeat(100_000)],
  ['many brackets', '<'.repeat(200_000)],
  ['many dashes', '-'.repeat(200_000)],
  ['many short dashes', '-- \n'.repeat(50_000)],
  ['many spaces', `${' '.repeat(200_000)}x`],
  ['many empty lines', '\n'.repeat(200_000)],
  ['many labels', 'From: a\n'.repeat(50_000)],
  ['many signatures', 'Sent from my iPhone\nx\n'.repeat(20_000)],
])('%s takes no longer than other texts', (_, text) => {
  const { text: written, quoted } = foldQuotes(text)
  expect(`${written}${quoted ?? ''}`.length).toBeLessThanOrEqual(text.length + 1)
})
