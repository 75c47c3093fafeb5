import { textOf } from '#app/features/editing/html-tree.ts'
import { parseHtml, safeHtml } from '../content/safe-html.server.ts'
import { xmlText } from '../feeds/xml.ts'
import { languageOfTag } from '../post-languages.ts'

import type { Field, Fields } from './feed-entries.ts'
import { htmlToMarkdown } from './html-to-markdown.server.ts'
import { type ImportedPost, isPlainlyPublic, type ReadingSettings, yesOrNo } from './imported-post.ts'

/** An entry of a feed in whatever format. */
export type Item = {
  place: string
  id: string
  title: string
  links: string[]
  html: string
  summary: string
  author: string
  language: string
  tags: string[]
  picture: string
  files: string[]
  createdAt: number | null
  publishedAt: number | null
  /** A sentence that says why the entry does not plainly make it public; null if it does. */
  reason: string | null
}

/** Returns the text of a field in one line. @param type of the text, as in Atom */
export function plain(text: string, type = 'html'): string {
  if (type === 'text' || !/[<&]/.test(text)) return text.replaceAll(/\s+/g, ' ').trim()
  // A single angle bracket of a typed title is no tag.
  return textOf(safeHtml(parseHtml(text.slice(0, 20_000).replaceAll(/<(?![a-z/!])/gi, '&lt;'))))
}

/** Turns plain text into HTML. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => (part.trim() === '' ? '' : `<p>${xmlText(part.trim()).replaceAll('\n', '<br>')}</p>`))
    .join('')
}

/**
 * Returns why an entry is not plainly public by its fields, in whatever extension of the formats.
 * @param isAhead whether its time has not come yet
 */
export function markIn(fields: readonly (readonly [string, unknown])[], isAhead: boolean): string | null {
  for (const [path, value] of fields) {
    const name = path
      .replace(/^.*[/:]/, '')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace(/^is/, '')
    const said = typeof value === 'string' ? value.trim() : value
    if (said == null || said === '') continue
    const isHidden =
      (/^(?:status|state|visibility|audience|access)$/.test(name) &&
        !isPlainlyPublic(said) &&
        !(isAhead && typeof said === 'string' && /^scheduled$/i.test(said))) ||
      (/^(?:draft|private|hidden|unlisted|membersonly|subscribersonly|paid|paywall|block)$/.test(name) &&
        yesOrNo(said) !== false) ||
      (name === 'public' && yesOrNo(said) !== true) ||
      (name === 'published' && yesOrNo(said) === false) ||
      name === 'password'
    if (isHidden && name === 'draft' && yesOrNo(said)) return 'It was a draft.'
    if (isHidden) return `Its field “${path}” does not say plainly that it is public.`
  }
  return null
}

export function postOf(
  item: Item,
  { settings, home }: { settings: ReadingSettings; home: string },
): ImportedPost {
  const base = settings.base || home
  // Some podcasts link every episode to the site's start page, which is not the address of a post.
  const links = [...new Set(item.links)].filter((one) => /^(?:https?:\/\/[^/]+)?\/[^/]/i.test(one))
  const [link = ''] = links
  const files = item.files
    .filter(Boolean)
    .map((file) => `<p><a href="${xmlText(file)}">${xmlText(file)}</a></p>`)
  const { markdown, warnings } = htmlToMarkdown(
    absolute(item.html + files.join(''), URL.parse(link, base || undefined)?.href ?? base),
  )
  return {
    source: item.id || link || item.title ? `feed:${item.id || link || item.title}` : '',
    place: item.place,
    title: item.title,
    slug: slugOf(link),
    body: markdown,
    excerpt: item.summary === plain(item.html) ? '' : item.summary,
    author: item.author,
    language: languageOfTag(item.language),
    tags: [...new Set(item.tags.filter(Boolean))],
    picture: wholeAddress(item.picture, base),
    pictureAlt: '',
    formerAddresses: links,
    createdAt: item.createdAt,
    publishedAt: item.publishedAt,
    notPublic:
      item.reason ??
      (item.publishedAt === null ? 'It has no date.' : markdown.trim() === '' ? 'It has no text.' : null),
    warnings: [...cutWarning(item, markdown), ...warnings],
  }
}

function cutWarning({ html, summary }: Item, body: string): string[] {
  if (
    /(?:\[?(?:…|\.{3}|&hellip;|&#8230;)\]?|read more|continue reading|weiterlesen|mehr lesen|lire la suite|leer más)[\s\W]{0,20}(?:\]\([^()\s]{0,500}\))?[\s\W]{0,20}$/iu.test(
      body.slice(-700),
    )
  )
    return ['The feed seems to have only the beginning of it.']
  return summary === '' &&
    !/<(?:p|div|br|h\d|ul|ol|img|figure|pre|table|blockquote)\b/i.test(html) &&
    body.length < 600
    ? ['The feed may have only a summary of it.']
    : []
}

function slugOf(link: string): string {
  if (/[?&](?:v|p|id|page_id|post)=/.test(link)) return ''
  const last =
    (URL.parse(link, 'https://a.invalid')?.pathname ?? '').split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last).replace(/\.(?:html?|php|aspx?)$/i, '')
  } catch {
    return last
  }
}

/** Returns an address with its host, if it has or can get one. @param base to which it is relative; empty if unknown */
export function wholeAddress(address: string, base: string): string {
  return address === '' ? '' : (URL.parse(address, base || undefined)?.href ?? address)
}

/** Gives the addresses in HTML their host. @param base to which they are relative; empty if unknown */
export function absolute(html: string, base: string): string {
  if (base === '') return html
  return html.replaceAll(
    /(\s(?:src|href|poster)\s{0,9}=\s{0,9}["'])(?![a-z][a-z0-9+.-]{0,20}:|#|["'])([^"'<>]{1,2000})/gi,
    (whole, before: string, address: string) => {
      const url = URL.parse(address.trim(), base)
      return url ? before + xmlText(url.href).replaceAll('&amp;amp;', '&amp;') : whole
    },
  )
}

/** Returns the first text among some fields. */
export const firstOf = (fields: Fields, ...names: string[]): string => {
  for (const name of names) {
    const field = fields.get(name)?.find(({ text }) => text.trim() !== '')
    if (field) return field.text.trim()
  }
  return ''
}

export const isPicture = ({ attributes }: Field) =>
  /^image/i.test(attributes['type'] ?? attributes['medium'] ?? '') ||
  /\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)/i.test(attributes['url'] ?? attributes['href'] ?? '')

/** Returns the address of an entry's own picture. */
export function pictureIn(fields: Fields, enclosures: readonly Field[]): string {
  const media = ['', 'media:group/'].flatMap((group) =>
    ['media:content', 'media:thumbnail'].flatMap((name) => fields.get(group + name) ?? []),
  )
  const isUntyped = ({ attributes }: Field) => !attributes['type'] && !attributes['medium']
  const named =
    [...enclosures, ...media].find(isPicture) ?? media.find(isUntyped) ?? fields.get('itunes:image')?.[0]
  const address = named?.attributes['url'] ?? named?.attributes['href'] ?? firstOf(fields, 'image/url')
  // Blogger names a thumbnail of 72 pixels; this is the address of the picture itself.
  return address.replace('/s72-c/', '/s1600/')
}

/** RSS writes authors as `address (name)`. */
export function mailName(text: string): string {
  return /\(([^()]{1,200})\)\s*$/.exec(text)?.[1]?.trim() ?? (text.includes('@') ? '' : text)
}
