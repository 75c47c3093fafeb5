import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fitForXml } from '../feeds/xml.ts'

import { UnreadableImport } from './import-file.ts'
import { readWxr } from './read-wxr.server.ts'

const item = (content: string) =>
  `<item><title>T</title><wp:post_type>post</wp:post_type><content:encoded>${content}</content:encoded></item>`
const wxr = (inside: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0"><channel>${inside}</channel></rss>`
const contents = (xml: string) =>
  readWxr(xml).map((read) => {
    const post = read()
    return 'form' in post ? post.form.content : post.reason
  })

test.each([
  ['after a comment that opens CDATA', '<!-- <![CDATA[ --><!DOCTYPE x [<!ENTITY a "ha">]><!-- ]]> -->'],
  ['after a comment', '<!-- hidden --><!DOCTYPE x>'],
  ['after an instruction', '<?a "?><!-- " ?><!DOCTYPE x><!-- -->'],
  ['in lower case', '<!doctype x>'],
  ['plainly', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
])('a DOCTYPE %s is refused', (_, before) => {
  expect(() => readWxr(wxr(item('&a;'), before))).toThrow(UnreadableImport)
})

test('a DOCTYPE that is spoken of is none', () => {
  expect(contents(wxr(item('<![CDATA[<!DOCTYPE html> and <!ENTITY x>]]>')))).toEqual([
    '<!DOCTYPE html> and <!ENTITY x>',
  ])
  expect(contents(wxr(`<!-- <!DOCTYPE html> -->${item('a')}`))).toEqual(['a'])
  expect(contents(wxr(item('&lt;!DOCTYPE html&gt; &nbsp; &amp;')))).toEqual(['<!DOCTYPE html> &nbsp; &'])
})

test('what is nested or repeated without end is refused, or read in time', () => {
  expect(() => readWxr(wxr('<a>'.repeat(100_000)))).toThrow('nested too deep')
  expect(contents(wxr(item('a').repeat(5000)))).toHaveLength(5000)
  expect(contents(wxr(`<a ${Array.from({ length: 20_000 }, (_, n) => `b${n}=""`).join(' ')}/>`))).toEqual([])
})

test('any text comes back whole, and any file is read or refused in a sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const kept = text.replaceAll('\r', '').trim()
      const cdata = kept.replaceAll(']]>', ']]]]><![CDATA[>')
      expect(contents(wxr(item(`<![CDATA[${cdata}]]>`)))).toEqual([fitForXml(kept).trim()])
    }),
  )
  const pieces = fc.constantFrom(
    '<',
    '>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&',
    ';',
    '"',
    'a',
    '=',
    '/',
    '<item>',
    '</item>',
    '<!DOCTYPE',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      try {
        contents(wxr(parts.join('')))
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableImport)
      }
    }),
  )
})

test('the language of the whole export is each post’s', () => {
  const languages = (xml: string) =>
    readWxr(xml).map((read) => {
      const post = read()
      return 'form' in post ? post.form.language : post.reason
    })
  expect(languages(wxr(`<language>ar-EG</language>${item('a')}`))).toEqual(['ar'])
  expect(languages(wxr(`<language>zh_TW</language>${item('a')}`))).toEqual(['zh-Hant'])
  expect(languages(wxr(`<language>x!</language>${item('a')}`))).toEqual([''])
})
