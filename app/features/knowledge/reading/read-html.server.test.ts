import { expect, test } from 'vitest'

import { decodeHtml } from '#app/lib/decode-html.ts'

import { readOwnPage } from './read-html.server.ts'

const latin = Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72)
const utf8 = new TextEncoder().encode('Müller')

test('the mark goes before the header, the header before the page’s own word', () => {
  expect(decodeHtml(latin, 'text/html; charset=iso-8859-1')).toBe('Müller')
  expect(decodeHtml(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8), 'text/html; charset=iso-8859-1')).toBe('Müller')
  const declared = Uint8Array.of(...new TextEncoder().encode('<meta charset="shift_jis">'), 0x93, 0xfa)
  expect(decodeHtml(declared, 'text/html')).toContain('日')
  expect(decodeHtml(Uint8Array.of(0xff, 0xfe, 0x41, 0), '')).toBe('A')
})

test('without a word it is UTF-8 where it can be, otherwise windows-1252', () => {
  expect(decodeHtml(utf8, 'text/html')).toBe('Müller')
  expect(decodeHtml(latin, 'text/html')).toBe('Müller')
  expect(decodeHtml(utf8, 'text/html; charset=nonsense')).toBe('Müller')
  expect(
    decodeHtml(Uint8Array.of(...new TextEncoder().encode('<meta charset=utf-16>'), ...utf8), ''),
  ).toContain('Müller')
})

test('the number of a footnote is apart from the word before it', () => {
  const html = '<main><p>Larch<sup><a role="doc-noteref" href="#n">1</a></sup> lasts.</p></main>'
  expect(readOwnPage(html).text).toBe('Larch 1 lasts.')
})

test('a page of our own keeps its headings without text', () => {
  const html = '<main><h1>Hours</h1><h2>Weekdays</h2><p>From 8.</p><h2>Sundays from 9</h2></main>'
  expect(readOwnPage(html).text).toBe('# Hours\n\n## Weekdays\n\nFrom 8.\n\n## Sundays from 9')
})
