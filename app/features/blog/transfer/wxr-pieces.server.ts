import { SaxesParser } from 'saxes'

import { fitForXml } from '../feeds/xml.ts'

import type { SourceFile } from './imported-post.ts'
import { textsOf } from './source-text.ts'

/** An entry that is longer is not a post. Its text would be too long to store, too. */
const MAX_ITEM = 30 * 1024 * 1024
const MAX_HEADER = 30 * 1024 * 1024

/** Texts of an item by element name; elements that can repeat have their own fields. */
export type WxrItem = {
  texts: Map<string, string>
  /** Tags, categories and what plugins store like them, each with the domain that says what it is. */
  terms: { domain: string; name: string; slug: string }[]
  comments: number
  /** A name may occur more than once, and each value counts. */
  meta: { name: string; value: string }[]
}

/** The first value of a field that is not empty. */
export const metaOf = ({ meta }: WxrItem, name: string) =>
  meta.find((one) => one.name === name && one.value.trim() !== '')?.value.trim() ?? ''

type Piece = { kind: 'header' | 'item' | 'broken'; text: string; line: number }

/** Yields what precedes the entries, and each entry, by looking for their tags outside of CDATA. */
export function* piecesOf(file: SourceFile): Generator<Piece> {
  const stretches = textsOf(file)
  let buffer = ''
  let line = 1
  let isOver = false
  const more = () => {
    const next = stretches.next()
    if (next.done) isOver = true
    else buffer += next.value
    return !next.done
  }
  const take = (length: number) => {
    const piece = buffer.slice(0, length)
    buffer = buffer.slice(length)
    line += countLines(piece)
    return piece
  }
  let begin = ITEM.exec(buffer)
  while (!begin && buffer.length < MAX_HEADER && more()) begin = ITEM.exec(buffer)
  yield { kind: 'header', line, text: take(begin?.index ?? buffer.length) }
  for (;;) {
    while (!(begin = ITEM.exec(buffer)) && !isOver) {
      // Between entries there is only white space.
      take(Math.max(0, buffer.length - 20))
      more()
    }
    if (!begin) return
    take(begin.index)
    const at = line
    let found = endOfItem(buffer)
    while (found === null && !isOver && buffer.length < MAX_ITEM) {
      more()
      found = endOfItem(buffer)
    }
    if (found) {
      yield { kind: found.isWhole ? 'item' : 'broken', line: at, text: take(found.end) }
      continue
    }
    // The entry never ends, as after a CDATA section that is cut: go on at the next one.
    const next = /<item[\s>]/.exec(buffer.slice(5))
    yield { kind: 'broken', line: at, text: take(next ? next.index + 5 : buffer.length) }
  }
}

const ITEM = /<item[\s>]/
/** Within one CDATA section, this is the next entry, because the section was not closed. */
const NEXT_ITEM = /<\/item>\s*<item[\s>](?=[^]*<wp:)/

/** Returns where the entry ends that the text begins with; null if its end is not there. */
function endOfItem(buffer: string): { end: number; isWhole: boolean } | null {
  let at = 5
  let end = 0
  for (;;) {
    // If the end comes after many CDATA sections, it is searched for only once.
    if (end < at) end = buffer.indexOf('</item>', at)
    if (end === -1) return null
    const begun = buffer.slice(at, end).indexOf('<![CDATA[')
    const data = at + begun
    const until = begun === -1 ? end : data
    // An entry that is not closed must not hide the next one.
    const other = ITEM.exec(buffer.slice(at, until))
    if (other) return { end: at + other.index, isWhole: false }
    if (until === end) return { end: end + '</item>'.length, isWhole: true }
    const close = buffer.indexOf(']]>', data)
    if (close === -1) return null
    const cut = NEXT_ITEM.exec(buffer.slice(data, close))
    if (cut) return { end: data + cut.index + '</item>'.length, isWhole: false }
    at = close + 3
  }
}

function countLines(piece: string): number {
  let count = 0
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) count += 1
  return count
}

/** Reads an entry; an ampersand that was not escaped is taken as such. Null if it is damaged beyond that. */
export function readItem(xml: string): WxrItem | null {
  const clean = fitForXml(xml)
  return parseItem(clean) ?? parseItem(withAmpersands(clean))
}

export function withAmpersands(xml: string): string {
  const bare = /&(?!(?:[a-z][a-z0-9]{0,30}|#\d{1,7}|#x[\da-f]{1,6});)/gi
  let made = ''
  for (let at = 0; at < xml.length;) {
    const data = xml.indexOf('<![CDATA[', at)
    const end = data === -1 ? -1 : xml.indexOf(']]>', data)
    const until = end === -1 ? xml.length : data
    made += xml.slice(at, until).replaceAll(bare, '&amp;') + (end === -1 ? '' : xml.slice(data, end + 3))
    at = end === -1 ? xml.length : end + 3
  }
  return made
}

const MAX_DEPTH = 50

function parseItem(xml: string): WxrItem | null {
  const parser = new SaxesParser({ xmlns: false, position: false, fragment: true })
  const item: WxrItem = { texts: new Map(), terms: [], comments: 0, meta: [] }
  const open: { name: string; domain: string | undefined; nicename: string | undefined; text: string }[] = []
  let metaKey = ''
  let comment = { approved: '', type: '' }
  let isDamaged = false
  parser.on('error', (error) => {
    // Exports contain HTML entities that XML does not define; they stay unchanged.
    if (!error.message.includes('undefined entity')) isDamaged = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, domain: attributes['domain'], nicename: attributes['nicename'], text: '' })
    if (open.length > MAX_DEPTH) isDamaged = true
  })
  const hear = (said: string) => {
    const element = open.at(-1)
    if (element) element.text += said
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element || open.length === 0) return
    const { name, domain, nicename, text: said } = element
    if (name === 'wp:meta_key') metaKey = said.trim()
    else if (name === 'wp:meta_value') item.meta.push({ name: metaKey, value: said })
    else if (name === 'wp:comment_approved') comment.approved = said.trim()
    else if (name === 'wp:comment_type') comment.type = said.trim()
    else if (open.length > 1) return
    else if (name === 'wp:comment') {
      if (comment.approved === '1' && /^(?:comment)?$/.test(comment.type)) item.comments += 1
      comment = { approved: '', type: '' }
    } else if (name === 'category')
      item.terms.push({ domain: domain ?? 'category', name: said, slug: nicename ?? '' })
    else if (!item.texts.has(name)) item.texts.set(name, said)
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return isDamaged ? null : item
}
