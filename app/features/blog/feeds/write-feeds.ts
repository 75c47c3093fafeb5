import { element, inertText } from './xml.ts'

/** Contents of a feed as plain text, except `html`. All URLs are absolute. */
export type FeedDescription = {
  title: string
  description: string
  language: string
  author: string
  link: string
  self: string
  updated: Date
  items: readonly FeedItem[]
}

export type FeedItem = {
  /** A URI that stays when the post's address changes. */
  id: string
  link: string
  title: string
  summary: string
  /** Null if it would make the feed too large. */
  html: string | null
  /** Null for a post without a picture. */
  image: { url: string; type: string } | null
  tags: readonly string[]
  /** Null for the feed's language. */
  language: string | null
  author: string
  published: Date
  updated: Date
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n'

export function writeRss(feed: FeedDescription): string {
  const text = (name: string, value: string) => element(name, {}, value)
  const items = feed.items.map((item) =>
    element('item', {}, [
      text('title', inertText(item.title)),
      text('link', item.link),
      element('guid', { isPermaLink: 'false' }, item.id),
      text('pubDate', item.published.toUTCString()),
      text('description', inertText(item.summary)),
      ...(item.html === null ? [] : [text('content:encoded', item.html)]),
      text('dc:creator', item.author),
      ...(item.language === null ? [] : [text('dc:language', item.language)]),
      ...(item.image === null ? [] : picturesOf(item.image)),
      ...item.tags.map((tag) => text('category', tag)),
    ]),
  )
  const namespaces = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:media': 'http://search.yahoo.com/mrss/',
  }
  const channel = element('channel', {}, [
    text('title', inertText(feed.title)),
    text('link', feed.link),
    text('description', inertText(feed.description)),
    text('language', feed.language),
    text('copyright', inertText(feed.author)),
    text('lastBuildDate', feed.updated.toUTCString()),
    element('atom:link', { href: feed.self, rel: 'self', type: 'application/rss+xml' }, null),
    ...items,
  ])
  return `${XML}${element('rss', namespaces, [channel])}\n`
}

/** RSS asks for a length, and 0 where it is not known. */
function picturesOf({ url, type }: NonNullable<FeedItem['image']>): string[] {
  return [
    element('enclosure', { url, type, length: '0' }, null),
    element('media:content', { url, type, medium: 'image' }, null),
  ]
}

export function writeAtom(feed: FeedDescription): string {
  const text = (name: string, value: string) => element(name, { type: 'text' }, value)
  const plain = (name: string, value: string) => element(name, {}, value)
  const author = element('author', {}, [plain('name', feed.author)])
  const entries = feed.items.map((item) =>
    element('entry', item.language === null ? {} : { 'xml:lang': item.language }, [
      text('title', item.title),
      plain('id', item.id),
      element('link', { href: item.link }, null),
      ...(item.image === null
        ? []
        : [element('link', { rel: 'enclosure', href: item.image.url, type: item.image.type }, null)]),
      plain('published', item.published.toISOString()),
      plain('updated', item.updated.toISOString()),
      text('summary', item.summary),
      ...(item.html === null ? [] : [element('content', { type: 'html' }, item.html)]),
      element('author', {}, [plain('name', item.author)]),
      ...item.tags.map((tag) => element('category', { term: tag, label: tag }, null)),
    ]),
  )
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }
  const whole = element('feed', attributes, [
    text('title', feed.title),
    text('subtitle', feed.description),
    plain('id', feed.link),
    element('link', { rel: 'alternate', href: feed.link }, null),
    element('link', { rel: 'self', href: feed.self }, null),
    plain('updated', feed.updated.toISOString()),
    text('rights', feed.author),
    author,
    ...entries,
  ])
  return `${XML}${whole}\n`
}

export function writeJsonFeed(feed: FeedDescription): string {
  return JSON.stringify(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title.toWellFormed(),
      description: feed.description.toWellFormed(),
      home_page_url: feed.link,
      feed_url: feed.self,
      language: feed.language,
      authors: [{ name: feed.author.toWellFormed() }],
      items: feed.items.map((item) => ({
        id: item.id,
        url: item.link,
        title: item.title.toWellFormed(),
        summary: item.summary.toWellFormed(),
        ...(item.html === null
          ? { content_text: item.summary.toWellFormed() }
          : { content_html: item.html.toWellFormed() }),
        ...(item.image !== null && { image: item.image.url }),
        date_published: item.published.toISOString(),
        date_modified: item.updated.toISOString(),
        tags: item.tags.map((tag) => tag.toWellFormed()),
        authors: [{ name: item.author.toWellFormed() }],
        ...(item.language !== null && { language: item.language }),
      })),
    },
    null,
    2,
  )
}

/** Matches tags as our renderer writes them, with values in double quotes. */
const TAG = /<[a-z][^"<>]*(?:"[^"]*"[^"<>]*)*>/g

/** Makes URLs absolute, because feed readers cannot resolve relative ones. */
export function withAbsoluteAddresses(html: string, publicUrl: string, link: string): string {
  return html.replaceAll(TAG, (tag) =>
    tag
      .replaceAll(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${publicUrl}/`)
      .replaceAll(
        / srcset="([^"]*)"/g,
        (_, sources: string) =>
          ` srcset="${sources.replaceAll(/(^|, )\/(?!\/)/g, (_before, start: string) => `${start}${publicUrl}/`)}"`,
      )
      .replaceAll(' href="#', () => ` href="${link}#`),
  )
}
