import { SaxesParser } from 'saxes'

import { fitForXml } from '#app/features/blog/feeds/xml.ts'
import { languageOfTag } from '#app/features/blog/post-languages.ts'
import { decodeHtml } from '#app/lib/decode-html.ts'

import { readSiteHtml } from './read-site-page.server.ts'
import type { FeedEntry } from './site-page.ts'

const MAX_DEPTH = 30
const MOST_ENTRIES = 50

type Entry = { texts: Map<string, string>; href: string; language: string }
type Input = { bytes: Uint8Array; contentType: string; url: string }

/**
 * Returns the articles of an RSS or Atom feed as pages of its site. Its time and memory are unlimited, so call it only
 * in the pool. Of a damaged feed, it returns the entries before the damage.
 */
export function readSiteFeed({ bytes, contentType, url }: Input): FeedEntry[] {
  const { host } = new URL(url)
  return entriesOf(decodeHtml(bytes, contentType)).flatMap(({ texts, href, language }) => {
    const text = (...names: string[]) => names.map((name) => texts.get(name)?.trim()).find(Boolean) || ''
    const address = URL.parse(href || text('link', 'guid', 'id'), url)
    const title = text('title')
    const content = text('content:encoded', 'content')
    if (address?.host !== host || title === '') return []
    const said = content || text('description', 'summary')
    const page = readSiteHtml(
      `<html lang="${languageOfTag(language)}"><body><article><h1>${title}</h1>${said}</article></body></html>`,
      address.href,
      { withBody: true },
    )
    return [{ page: { ...page, isArticle: true }, isWhole: content !== '' }]
  })
}

function entriesOf(xml: string): Entry[] {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const entries: Entry[] = []
  const open: { name: string; text: string }[] = []
  let entry: Entry | null = null
  let depth = 0
  let isDamaged = false
  let language = ''
  parser.on('error', ({ message }) => {
    if (!message.includes('undefined entity')) isDamaged = true
  })
  parser.on('doctype', () => {
    // Entities that a document declares are not expanded, because a few lines could grow to gigabytes.
    isDamaged = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, text: '' })
    if (open.length > MAX_DEPTH) isDamaged = true
    if (!entry && (name === 'item' || name === 'entry')) {
      entry = { texts: new Map(), href: '', language: attributes['xml:lang'] || language }
      depth = open.length
    }
    // RSS gives the language in an element before the entries, Atom in an attribute of the feed or an entry.
    else if (open.length === 1 && attributes['xml:lang']) language = attributes['xml:lang']
    const { rel, href } = attributes
    if (entry && name === 'link' && href && (rel === undefined || rel === 'alternate')) entry.href ||= href
  })
  const hear = (text: string) => {
    const element = open.at(-1)
    if (element && (entry || element.name === 'language')) element.text += text
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!entry && element?.name === 'language' && open.length === 2) language = element.text
    if (!entry || !element) return
    if (open.length === depth - 1) {
      if (entries.length < MOST_ENTRIES && !isDamaged) entries.push(entry)
      entry = null
    } else if (open.length === depth && !entry.texts.has(element.name))
      entry.texts.set(element.name, element.text)
  })
  parser.write(fitForXml(xml.trimStart())).close()
  return entries
}
