import { JSONParser } from '@streamparser/json'

import {
  firstOf as first,
  isPicture,
  type Item,
  mailName,
  markIn,
  paragraphs,
  pictureIn,
  plain,
  postOf,
} from './feed-post.server.ts'
import { type FeedEntry, feedEntries, type Field, type Fields } from './feed-entries.ts'
import { isRow, type Row, rowsIn, textIn } from './ghost-cards.ts'
import {
  type ImportEntry,
  memoryFile,
  readMoment,
  type Reader,
  type ReadingSettings,
  type SourceFile,
  UNKNOWN_STATE,
  UnreadableImport,
  type ZipReader,
} from './imported-post.ts'

/** Whether the beginning of a file is that of a feed. Exports from WordPress look the same and must be sorted out before. */
export function isFeed(head: string): boolean {
  return isXmlFeed(head) || (/^\s*\{/.test(head) && head.includes('jsonfeed.org/version'))
}

function isXmlFeed(head: string): boolean {
  return /^\s*</.test(head) && /<(?:rss|rdf:RDF|feed|atom:feed)[\s>]/.test(head)
}

/** Whether a zip has the posts of Blogger, as Google's Takeout gives them. */
export function isBloggerTakeout(names: readonly string[]): boolean {
  return names.some((name) => FEED_NAME.test(name))
}

const FEED_NAME = /(?:^|\/)feed\.atom$/i
const CHUNK = 1024 * 1024

/** Reads a file of RSS, Atom or JSON Feed, such as Blogger's and Wix's exports. @throws {UnreadableImport} */
export const readFeedPosts: Reader = function* (file, settings) {
  const start = new TextDecoder().decode(file.read(0, 2048)).trimStart()
  const left = new Map<string, number>()
  yield* start.startsWith('{') ? readJsonFeed(file, settings) : readXmlFeed(file, { settings, left })
  yield* notesOf(left)
}

/** Reads the feeds in Blogger's part of Google's Takeout. */
export const readBloggerTakeout: ZipReader = function* (files, settings) {
  const left = new Map<string, number>()
  for (const file of files.filter(({ name }) => FEED_NAME.test(name)))
    for (const entry of readXmlFeed(memoryFile(file.name, file.bytes()), { settings, left }))
      yield 'place' in entry ? { ...entry, place: `${file.name}, ${entry.place}` } : entry
  yield* notesOf(left)
}

function* notesOf(left: ReadonlyMap<string, number>): Generator<ImportEntry> {
  if (left.size === 0) return
  const counted = [...left].map(([name, count]) => `${count} ${count === 1 ? name : `${name}s`}`)
  yield { note: `Only posts are imported. Left out: ${counted.slice(0, 20).join(', ')}.` }
}

function* readXmlFeed(
  file: SourceFile,
  { settings, left }: { settings: ReadingSettings; left: Map<string, number> },
): Generator<ImportEntry> {
  const feed: Fields = new Map()
  let isRestricted = false
  let count = 0
  for (const entry of feedEntries(file, feed)) {
    const kind = kindOf(entry.fields)
    if (kind === 'settings') {
      // Blogger's settings precede its posts.
      const isAccess = first(entry.fields, 'id').endsWith('BLOG_READ_ACCESS_MODE')
      if (isAccess && first(entry.fields, 'content').toUpperCase() !== 'PUBLIC') isRestricted = true
      continue
    }
    if (kind !== 'post') {
      left.set(kind, (left.get(kind) ?? 0) + 1)
      continue
    }
    count += 1
    const place = `line ${entry.line}`
    const title = plainTitle(entry.fields)
    const item = itemOf(entry, { feed, place, title, settings })
    if (entry.isCut) item.reason = 'The file ends within its entry, or it is too long.'
    if (isRestricted) item.reason = 'Its blog was not open to everybody.'
    yield postOf(item, { settings, home: homeOf(feed) })
  }
  if (count === 0 && !/^(?:rss|rdf:RDF|(?:atom:)?feed)$/i.test(feed.get('feed')?.[0]?.text ?? ''))
    throw new UnreadableImport(
      'This XML file is neither an export from WordPress or Blogger nor an RSS or Atom feed.',
    )
}

/** Returns what an entry is, because Blogger's exports also have comments, pages and settings. */
function kindOf(fields: Fields): string {
  const terms = (fields.get('category') ?? []).map(({ attributes }) => attributes['term'] ?? '')
  const [, named] = terms.map((term) => /blogger\/2008\/kind#(\w+)$/.exec(term)).find(Boolean) ?? []
  const kind = (named ?? first(fields, 'blogger:type')).toLowerCase()
  if (/trash/i.test(first(fields, 'blogger:status')) || first(fields, 'blogger:trashed') !== '')
    return 'trashed post'
  if (kind === '' && fields.has('thr:in-reply-to')) return 'comment'
  return kind === '' ? 'post' : kind
}

const plainTitle = (fields: Fields) => {
  const [field] = fields.get('title') ?? fields.get('dc:title') ?? []
  return field ? plain(field.text, field.attributes['type'] ?? 'html') : ''
}

function homeOf(feed: Fields): string {
  const link = (feed.get('link') ?? []).find(
    ({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate',
  )
  return (link?.attributes['href'] ?? '') || first(feed, 'link')
}

function htmlOf(field: Field | undefined): string {
  if (!field) return ''
  const { type } = field.attributes
  return type === 'text' || type === 'text/plain' ? paragraphs(field.text) : field.text
}

function itemOf(
  { fields, isDamaged }: FeedEntry,
  { feed, place, title, settings }: { feed: Fields; place: string; title: string; settings: ReadingSettings },
): Item {
  const filled = (name: string) => fields.get(name)?.find(({ text }) => text.trim() !== '')
  const isAtom = feed.get('feed')?.[0]?.text.endsWith('feed') ?? false
  const whole =
    filled('content:encoded') ??
    filled('content') ??
    filled('body') ??
    filled('xhtml:body') ??
    filled('div') ??
    filled('xhtml:div')
  const short =
    filled('description') ??
    filled('summary') ??
    filled('itunes:summary') ??
    filled('media:description') ??
    filled('media:group/media:description')
  // In Atom, text without a `type` is plain text. Many programs write HTML there nevertheless.
  const read = (field: Field | undefined) => {
    const type = field?.attributes['type'] ?? (isAtom && !/<[a-z]/i.test(field?.text ?? '') ? 'text' : 'html')
    return htmlOf(field && { ...field, attributes: { type } })
  }
  const guids = fields.get('guid') ?? []
  const links = [
    ...(fields.get('link') ?? []).flatMap(({ text, attributes }) =>
      (attributes['rel'] ?? 'alternate') === 'alternate' ? [text.trim() || (attributes['href'] ?? '')] : [],
    ),
    first(fields, 'feedburner:origLink'),
    ...guids.flatMap(({ text, attributes }) => (attributes['isPermaLink'] === 'false' ? [] : [text.trim()])),
    first(fields, 'blogger:filename'),
  ]
  const enclosures = [...(fields.get('enclosure') ?? []), ...linked(fields, 'enclosure')]
  const date = (...names: string[]) =>
    names.map((name) => readMoment(first(fields, name), settings.timeZone)).find((at) => at !== null) ?? null
  const publishedAt = date(
    'published',
    'pubDate',
    'issued',
    'dcterms:issued',
    'dc:date',
    'blogger:created',
    'date',
  )
  return {
    place,
    id: first(fields, 'id', 'guid'),
    title,
    links,
    html: read(whole ?? short),
    summary:
      whole && short
        ? plain(short.text, short.attributes['type'] ?? (isAtom ? 'text' : 'html'))
        : first(fields, 'blogger:metaDescription'),
    author:
      [...(fields.get('author/name') ?? []), ...(fields.get('dc:creator') ?? [])]
        .map(({ text }) => text.trim())
        .filter(Boolean)
        .join(', ') || mailName(first(fields, 'author', 'itunes:author')),
    language:
      first(fields, 'dc:language') ||
      first(feed, 'language', 'dc:language') ||
      (feed.get('feed')?.[0]?.attributes['xml:lang'] ?? ''),
    tags: (fields.get('category') ?? []).flatMap(({ text, attributes }) =>
      (attributes['scheme'] ?? '').endsWith('#kind')
        ? []
        : [plain(attributes['label'] ?? attributes['term'] ?? text)],
    ),
    picture: pictureIn(fields, enclosures),
    files: enclosures
      .filter((one) => !isPicture(one))
      .map(({ attributes }) => attributes['url'] ?? attributes['href'] ?? ''),
    createdAt: publishedAt ?? date('updated', 'atom:updated', 'modified'),
    publishedAt: publishedAt ?? (isAtom ? date('updated') : null),
    reason: isDamaged
      ? 'Its entry in the file is damaged.'
      : fields.has('blogger:type') && first(fields, 'blogger:status') === ''
        ? UNKNOWN_STATE
        : markIn(
            [...fields].flatMap(([name, all]) => all.map(({ text }): [string, unknown] => [name, text])),
            publishedAt !== null && publishedAt > settings.now,
          ),
  }
}

const linked = (fields: Fields, rel: string) =>
  (fields.get('link') ?? []).filter(({ attributes }) => attributes['rel'] === rel)

function* readJsonFeed(file: SourceFile, settings: ReadingSettings): Generator<ImportEntry> {
  const parser = new JSONParser({
    paths: ['$.items.*', '$.version', '$.home_page_url', '$.language', '$.authors', '$.author'],
    keepStack: false,
    stringBufferSize: 64 * 1024,
  })
  const feed: Row = {}
  let items: unknown[] = []
  let isDamaged = false
  let count = 0
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length > 1) items.push(value)
    else if (typeof key === 'string') feed[key] = value
  }
  parser.onError = () => {
    isDamaged = true
  }
  for (let at = 0; at < file.size && !isDamaged && !parser.isEnded; at += CHUNK) {
    try {
      parser.write(file.read(at, CHUNK))
    } catch {
      isDamaged = true
    }
    for (const value of items) {
      count += 1
      const place = `item ${count}`
      if (!isRow(value)) yield { place, title: '', reason: 'This item of the feed has no fields.' }
      else
        yield postOf(jsonItem(value, { feed, place, settings }), {
          settings,
          home: textIn(feed, 'home_page_url'),
        })
    }
    items = []
  }
  if (isDamaged || !parser.isEnded) {
    if (count === 0) throw new UnreadableImport('This JSON file is damaged. Please export it again.')
    yield { note: `The file is damaged after item ${count}: what follows could not be read.` }
  }
}

function jsonItem(
  row: Row,
  { feed, place, settings }: { feed: Row; place: string; settings: ReadingSettings },
): Item {
  const people = [...rowsIn(row['authors']), ...rowsIn([row['author']])]
  const authors = people.length > 0 ? people : [...rowsIn(feed['authors']), ...rowsIn([feed['author']])]
  const tags: unknown = row['tags']
  const html = textIn(row, 'content_html') || paragraphs(textIn(row, 'content_text'))
  const summary = textIn(row, 'summary')
  const publishedAt = readMoment(row['date_published'], settings.timeZone)
  const isAhead = publishedAt !== null && publishedAt > settings.now
  const extensions = Object.entries(row).filter(([name, value]) => name.startsWith('_') && isRow(value))
  return {
    place,
    id: textIn(row, 'id'),
    title: textIn(row, 'title').trim(),
    links: [textIn(row, 'url')],
    html: html || paragraphs(summary),
    summary: html === '' ? '' : summary,
    author: authors
      .map((author) => textIn(author, 'name').trim())
      .filter(Boolean)
      .join(', '),
    language: textIn(row, 'language') || textIn(feed, 'language'),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    picture: textIn(row, 'image') || textIn(row, 'banner_image'),
    files: [textIn(row, 'external_url'), ...rowsIn(row['attachments']).map((one) => textIn(one, 'url'))],
    createdAt: publishedAt ?? readMoment(row['date_modified'], settings.timeZone),
    publishedAt,
    reason: markIn(
      [
        ...Object.entries(row),
        ...extensions.flatMap(([, value]) => (isRow(value) ? Object.entries(value) : [])),
      ],
      isAhead,
    ),
  }
}
