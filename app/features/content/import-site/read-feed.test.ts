import fc from 'fast-check'
import { expect, test } from 'vitest'

import { propose } from './propose.ts'
import { readSiteFeed } from './read-feed.server.ts'
import { squeezed } from './site-page.ts'

const url = 'https://kiln.example/feed'
const read = (xml: string) =>
  readSiteFeed({ bytes: new TextEncoder().encode(xml), contentType: 'application/xml; charset=utf-8', url })

test('entries of Atom are read, and lead to their pages', () => {
  const entries = read(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Kiln</title>
    <entry><title type="html">A &lt;b&gt;hot&lt;/b&gt; day</title><link rel="self" href="/x"/><link href="/hot"/><content type="html">&lt;p&gt;It was 40 degrees.&lt;/p&gt;</content></entry>
    <entry><title>Cold</title><link rel="alternate" href="https://kiln.example/cold"/><summary>Brr.</summary></entry></feed>`)
  expect(entries.map(({ page, isWhole }) => [page.url, page.title, isWhole])).toEqual([
    ['https://kiln.example/hot', 'A hot day', true],
    ['https://kiln.example/cold', 'Cold', false],
  ])
  expect(propose('https://kiln.example/', [entries[0]?.page ?? expect.fail()], []).posts).toMatchObject([
    { title: 'A hot day', content: 'It was 40 degrees.' },
  ])
})

test('a feed that declares entities or is nested without end is not read', () => {
  const entity =
    '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss><channel><item><title>&a;</title><link>/x</link></item></channel></rss>'
  expect(read(entity)).toEqual([])
  expect(read(`<rss>${'<a>'.repeat(50_000)}`)).toEqual([])
  expect(read('<html><p>no feed')).toEqual([])
})

const words = fc.array(
  fc.constantFrom('Ada', '$99', '140+', 'a {b}', '<b>c', '&amp;', ']]', '1. x', '中文'),
  { minLength: 1, maxLength: 6 },
)

/** Without the signs by which Markdown marks emphasis and escapes. */
const unmarked = (text: string) => text.replaceAll(/[\\*_]/g, '')

test('nothing is proposed that does not stand in the entry', () => {
  fc.assert(
    fc.property(words, words, (title, content) => {
      const said = content.map((text) => `<p>${text}</p>`).join('')
      const xml = `<rss><channel><item><title><![CDATA[${title.join(' ').replaceAll(']]', '')}]]></title><link>/x</link><content:encoded><![CDATA[${said.replaceAll(']]', '')}]]></content:encoded></item></channel></rss>`
      for (const { page } of read(xml))
        for (const post of propose('https://kiln.example/', [page], []).posts)
          for (const line of [post.title, ...post.content.split('\n')])
            expect(unmarked(page.whole)).toContain(unmarked(squeezed(line.replace(/^(?:#+|-) /, ''))))
    }),
    { numRuns: 200 },
  )
})

test('an entry has the language of its feed or its own', () => {
  const languages = (xml: string) => read(xml).map(({ page }) => page.language)
  const item = '<item><title>A</title><link>/a</link></item>'
  expect(languages(`<rss><channel><language>pt-BR</language>${item}</channel></rss>`)).toEqual(['pt'])
  expect(languages(`<rss><channel><language>&quot;&gt;&lt;b&gt;</language>${item}</channel></rss>`)).toEqual([
    '',
  ])
  const atom =
    '<entry xml:lang="ar"><title>A</title><link href="/a"/></entry><entry><title>B</title><link href="/b"/></entry>'
  expect(languages(`<feed xml:lang="de">${atom}</feed>`)).toEqual(['ar', 'de'])
})
