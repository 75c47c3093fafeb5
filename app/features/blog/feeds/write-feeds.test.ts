import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'
import { readXml } from '#tests/support/read-xml.ts'

import {
  type FeedDescription,
  withAbsoluteAddresses,
  writeAtom,
  writeJsonFeed,
  writeRss,
} from './write-feeds.ts'
import { fitForXml } from './xml.ts'

/** Texts that have broken feeds, or were run by feed readers. */
const own = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  ']]><script>alert(1)</script><![CDATA[',
  'a ]]> b',
  '"><x y="',
  "'><x y='",
  '&amp; &lt;b&gt; &#60;i&#62; &unknown; & alone',
  'a\u0000b\u0008c\u000Bd\uFFFE\uFFFF',
  'lone \uD800 surrogates \uDC00',
  '<!-- a --> <!DOCTYPE x> <?php ?>',
  '\u0085\u2028\u2029 \u202E gnippilf',
  'R&D: 1 < 2 && 3 > 2',
]

function feedOf(text: string): FeedDescription {
  const at = new Date(Date.UTC(2026, 10, 21))
  const link = 'https://agency.example/blog/a'
  return {
    title: text,
    description: text,
    language: 'en',
    author: text,
    link: 'https://agency.example/blog',
    self: 'https://agency.example/blog/feed',
    updated: at,
    items: [
      {
        id: 'urn:uuid:1',
        link,
        title: text,
        summary: text,
        html: '<p>x</p>',
        image: { url: 'https://agency.example/a.webp?a=1&b=2', type: 'image/webp' },
        tags: [text],
        language: 'ar',
        author: text,
        published: at,
        updated: at,
      },
    ],
  }
}

/** Returns the text of an element whose content readers parse as HTML. */
function shown(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll(/&amp;(?=#|[a-z0-9]+;)/gi, '&')
}

function expectFeeds(text: string): void {
  const feed = feedOf(text)

  const rss = readXml(writeRss(feed))
  for (const name of ['title', 'description', 'copyright'])
    for (const value of rss.texts.get(name) ?? []) {
      expect(value, 'HTML sees no tag in it').not.toMatch(/</)
      expect(shown(value), name).toBe(fitForXml(text))
    }
  expect(rss.texts.get('title')).toHaveLength(2)
  // A category is a name, which no reader takes for HTML.
  expect(rss.texts.get('category')).toEqual([fitForXml(text)])
  expect(rss.texts.get('dc:creator')).toEqual([fitForXml(text)])

  const atom = readXml(writeAtom(feed))
  for (const name of ['title', 'summary', 'subtitle', 'rights', 'name'])
    for (const value of atom.texts.get(name) ?? []) expect(value, name).toBe(fitForXml(text))
  expect(atom.attributes.get('title type')).toEqual(['text', 'text'])
  expect(atom.attributes.get('summary type')).toEqual(['text'])
  // XML parsers normalize white space in attributes to spaces.
  expect(atom.attributes.get('category term')).toEqual([fitForXml(text).replaceAll(/[\n\t]/g, ' ')])
  expect(atom.texts.get('content')).toEqual(['<p>x</p>'])

  const json = JSON.parse(writeJsonFeed(feed)) as { items: { title: string; tags: string[] }[] }
  expect(json.items).toMatchObject([{ title: text.toWellFormed(), tags: [text.toWellFormed()] }])

  expect(rss.texts.get('item')).toHaveLength(1)
  expect(rss.texts.get('link')).toContain('https://agency.example/blog/a')
  expect(atom.texts.get('entry')).toHaveLength(1)
}

test.each(own)('%j is text in every feed, and breaks none', (text) => expectFeeds(text))

test('any text is text in every feed, and breaks none', () => {
  const pieces = fc.constantFrom(...own, '<', '>', '&', '"', ']]>', '<![CDATA[', '&lt;', '\r\n', '\r', '\t')
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => expectFeeds(text)),
    { numRuns: 150 },
  )
})

/** Joins several texts per feed, which takes no longer than one text. */
function inBatches(texts: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(texts.length / 8) }, (_, n) =>
    texts.slice(8 * n, 8 * n + 8).join('\n'),
  )
}

for (const { title, isHere, json } of corporaOf('naughty-strings'))
  test.skipIf(!isHere)(`naughty strings are text too (${title})`, () => {
    for (const text of inBatches(json() as string[])) expectFeeds(text)
  })

for (const { title, isHere, cases } of corporaOf('html-xss'))
  test.skipIf(!isHere)(`hostile HTML is text too (${title})`, () => {
    for (const text of inBatches(cases<{ input: string }>().map(({ input }) => input))) expectFeeds(text)
  })

test('what most people write is the same to readers that take it for HTML and to those that do not', () => {
  for (const text of ['Tips & tricks', 'AT&T', '“Quoted”, it’s fine', '1 > 0'])
    expect(readXml(writeRss(feedOf(text))).texts.get('title')?.[0]).toBe(text)
})

const whole = (html: string) => withAbsoluteAddresses(html, 'https://a.example', 'https://a.example/blog/b')

test('addresses of ours become whole, those of others and what is text stay', () => {
  expect(whole('<a href="/x">y</a><a href="#s-a">z</a><a href="//other">o</a>')).toBe(
    '<a href="https://a.example/x">y</a><a href="https://a.example/blog/b#s-a">z</a><a href="//other">o</a>',
  )
  expect(whole('<img alt="a > b" src="/i.webp" srcset="/1.webp 1w, /2.webp 2w">')).toBe(
    '<img alt="a > b" src="https://a.example/i.webp" srcset="https://a.example/1.webp 1w, https://a.example/2.webp 2w">',
  )
  expect(whole('<code>&#x3C;a href="/x"></code> and href="/y"')).toBe(
    '<code>&#x3C;a href="/x"></code> and href="/y"',
  )
})
