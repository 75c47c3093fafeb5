import { SaxesParser } from 'saxes'

import { fitForXml, xmlText } from '../feeds/xml.ts'

import type { SourceFile } from './imported-post.ts'
import { textsOf } from './source-text.ts'

const MAX_DEPTH = 200
/** An entry that is longer is not a post. Its text would be too long to store, too. */
const MAX_ENTRY = 30 * 1024 * 1024

export type Field = { text: string; attributes: Readonly<Record<string, string>> }

/** Fields of an entry, or of the feed itself, by name; a field within another one is `author/name`. */
export type Fields = Map<string, Field[]>

export type FeedEntry = {
  fields: Fields
  line: number
  /** Whether its markup breaks the rules of XML in a way that may have cost text. */
  isDamaged: boolean
  /** Whether the file ends within it, or it is too long. */
  isCut: boolean
}

const HARMLESS = /undefined entity|outside of root|only one root/

/** Fields whose elements are markup of a text. */
const textFields: ReadonlySet<string> = new Set(
  'title summary content description content:encoded body xhtml:body div xhtml:div'.split(' '),
)

type Open = { name: string; attributes: Record<string, string>; text: string }

type State = {
  open: Open[]
  entry: { made: FeedEntry; depth: number; length: number } | null
  /** The text field whose elements are being written down. */
  field: { made: Open; depth: number } | null
}

/**
 * Yields the entries of an RSS or Atom feed, which is read in pieces.
 * @param feed gets the feed's own fields; its root element has the name `feed`
 */
export function* feedEntries(file: SourceFile, feed: Fields): Generator<FeedEntry> {
  const state: State = { open: [], entry: null, field: null }
  let ready: FeedEntry[] = []
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', ({ message }) => {
    // Unknown entities stay as they are, and errors outside of entries do not matter.
    if (state.entry && !HARMLESS.test(message)) state.entry.made.isDamaged = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    openTag(state, { name: name.replace(/^rss:/, ''), attributes, text: '' }, parser.line)
    if (state.open.length === 1) keep(feed, 'feed', { text: name, attributes })
  })
  const hear = (text: string) => addText(state, state.field ? xmlText(text) : text)
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const done = closeTag(state, feed)
    if (done) ready.push(done)
  })
  for (const text of withAmpersands(fromDeclaration(textsOf(file)))) {
    parser.write(fitForXml(text))
    yield* ready
    ready = []
  }
  try {
    parser.close()
  } catch {
    // What was read is kept.
  }
  for (const entry of ready) yield { ...entry, isCut: true }
  while (state.entry) {
    const done = closeTag(state, feed)
    if (done) yield { ...done, isCut: true }
  }
}

function openTag(state: State, element: Open, line: number): void {
  const { open, entry, field } = state
  const { name, attributes } = element
  open.push(element)
  if (open.length > MAX_DEPTH) {
    if (entry) entry.made.isDamaged = true
  } else if (field) {
    const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
    addText(state, `<${name}${pairs.join('')}>`)
  } else if (entry) {
    if (textFields.has(name) && open.length === entry.depth + 1)
      state.field = { made: element, depth: open.length }
  } else if (/^(?:atom:)?(?:item|entry)$/.test(name) && open.length <= 4) {
    const made = { fields: new Map(), line, isDamaged: false, isCut: false }
    state.entry = { made, depth: open.length, length: 0 }
  }
}

function addText({ open, entry, field }: State, text: string): void {
  const target = field?.made ?? open.at(-1)
  if (!target || (!entry && open.length > 6)) return
  if (entry) entry.length += text.length
  if (entry && entry.length > MAX_ENTRY) entry.made.isCut = true
  else if (entry || target.text.length < MAX_ENTRY) target.text += text
}

/** Returns the entry that ends here. */
function closeTag(state: State, feed: Fields): FeedEntry | null {
  const { open, entry, field } = state
  const element = open.pop()
  if (!element || open.length >= MAX_DEPTH) return null
  if (field && open.length + 1 > field.depth) {
    addText(state, `</${element.name}>`)
    return null
  }
  if (entry && open.length + 1 === entry.depth) {
    state.entry = null
    return entry.made
  }
  if (field) {
    state.field = null
    // If it had no elements, it was plain text, whose escapes are undone.
    if (element.text.includes('<')) element.attributes['type'] = 'xhtml'
    else element.text = unescaped(element.text)
  }
  const within = open.slice(entry ? entry.depth : 1).map(({ name }) => name)
  const path = [...within, element.name].filter((name) => name !== 'channel').join('/')
  if (entry) keep(entry.made.fields, path.replaceAll('atom:', ''), element)
  else keep(feed, path, element)
  return null
}

function keep(fields: Fields, name: string, { text, attributes }: Field): void {
  const known = fields.get(name)
  if (!known) fields.set(name, [{ text, attributes }])
  else if (known.length < 1000) known.push({ text, attributes })
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#13;', '\r')
    .replaceAll('&amp;', '&')
}

/** Escapes ampersands that begin no entity, because the parser would read the words after them as an entity's name. */
function* withAmpersands(stretches: Iterable<string>): Generator<string> {
  let rest = ''
  let isData = false
  const take = function* (isEnd: boolean) {
    for (;;) {
      const mark = isData ? ']]>' : '<![CDATA['
      const at = rest.indexOf(mark)
      // A mark or an entity may continue in the next stretch.
      const most = isEnd ? rest.length : Math.max(0, rest.length - 40)
      const entity = rest.lastIndexOf('&', most - 1)
      const end = at !== -1 ? at + mark.length : !isEnd && entity > most - 40 ? entity : most
      const piece = rest.slice(0, end)
      yield isData ? piece : piece.replaceAll(BARE, '&amp;')
      rest = rest.slice(end)
      if (at === -1) return
      isData = !isData
    }
  }
  for (const stretch of stretches) {
    rest += stretch
    yield* take(false)
  }
  yield* take(true)
}

const BARE = /&(?!(?:[a-z][a-z0-9]{0,30}|#\d{1,7}|#x[\da-f]{1,6});)/gi

/** Nothing may precede the declaration. */
function* fromDeclaration(texts: Iterable<string>): Generator<string> {
  let isStart = true
  for (const text of texts) {
    yield isStart ? text.trimStart() : text
    isStart &&= text.trim() === ''
  }
}
