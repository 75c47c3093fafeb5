import { FieldErrors } from '#app/platform/errors.ts'

import { textOf } from '#app/features/editing/html-tree.ts'
import { parseHtml } from '../content/safe-html.server.ts'
import { languageOfTag } from '../post-languages.ts'

import { htmlToMarkdown } from './html-to-markdown.server.ts'
import {
  type ImportedPost,
  readMoment,
  type Reader,
  type ReadingSettings,
  type SourceFile,
  UnreadableImport,
} from './imported-post.ts'
import { finishBody, type ReusableBlock, wordPressBody } from './wordpress-body.ts'
import type { Attachment } from './wordpress-shortcodes.ts'
import { whyNotPublic } from './wordpress-visibility.ts'
import { groupOf, inEachLanguage, languageOf, originalOf } from './wxr-languages.server.ts'
import { metaOf, piecesOf, readItem, type WxrItem } from './wxr-pieces.server.ts'

/** Reads the posts of WordPress's export (WXR), also as Squarespace writes it, in pieces. @throws {UnreadableImport} */
export const readWordPress: Reader = function* (file, settings) {
  const site = readSite(file)
  const left = new Map<string, number>()
  for (const piece of piecesOf(file)) {
    if (piece.kind === 'header') continue
    const item = piece.kind === 'item' ? readItem(piece.text) : null
    if (!item) {
      const [, title = ''] = /<title>([^]*?)<\/title>/.exec(piece.text.slice(0, 10_000)) ?? []
      const name = plain(title.replaceAll(/<!\[CDATA\[|\]\]>/g, ''))
      yield { place: `line ${piece.line}`, title: name, reason: DAMAGED }
      continue
    }
    const type = text(item, 'wp:post_type') || 'post'
    if (type === 'post' && text(item, 'wp:status') !== 'trash') {
      // No entry may refuse the others, whatever it is made of.
      try {
        for (const version of inEachLanguage(item, site.language))
          yield postOf(version, { site, settings, line: piece.line })
        if (item.comments > 0) left.set('comment', (left.get('comment') ?? 0) + item.comments)
      } catch (error) {
        if (!(error instanceof FieldErrors || error instanceof RangeError)) throw error
        yield { place: `line ${piece.line}`, title: text(item, 'title').slice(0, 200), reason: DAMAGED }
      }
    } else {
      const name = type === 'post' ? 'trash' : type
      left.set(name, (left.get(name) ?? 0) + 1)
    }
  }
  if (left.size > 0) {
    const counted = [...left].map(([name, count]) => `${count} ${nameOf(name, count)}`)
    yield { note: `Only posts are imported. Left out: ${counted.slice(0, 20).join(', ')}.` }
  }
}

const DAMAGED = 'This entry of the file is damaged. Please export it again, or copy this post by hand.'

const typeNames: Readonly<Record<string, string>> = {
  page: 'pages',
  attachment: 'files',
  nav_menu_item: 'menu entries',
  revision: 'revisions',
  wp_block: 'reusable blocks',
  trash: 'posts in the trash',
  custom_css: 'style sheets',
  comment: 'comments',
}

function nameOf(type: string, count: number): string {
  const name = typeNames[type] ?? `“${type}”`
  return count === 1 ? name.replace(/ies$/, 'y').replace(/s$|s(?= in )/, '') : name
}

const text = ({ texts }: WxrItem, name: string) => (texts.get(name) ?? '').trim()

type Site = {
  base: string
  language: string
  authors: Map<string, string>
  byId: Map<string, Attachment>
  byParent: Map<string, Attachment[]>
  blocks: Map<string, ReusableBlock>
  /** The address of the post in the site's language, by the group of its translations. */
  originals: Map<string, string>
}

const REFERRED = /attachment|wp_block|guest-author|post_translations|_wpml_import_translation_group/

/** Reads what posts refer to; attachments may follow the posts that show them. */
function readSite(file: SourceFile): Site {
  const site: Site = {
    base: '',
    language: '',
    authors: new Map(),
    byId: new Map(),
    byParent: new Map(),
    blocks: new Map(),
    originals: new Map(),
  }
  let isExport = false
  for (const piece of piecesOf(file)) {
    if (piece.kind === 'header') {
      isExport = /<rss[\s>]/.test(piece.text) && /wordpress\.org\/export|<wp:|<channel>/.test(piece.text)
      readHeader(piece.text, site)
      continue
    }
    if (piece.kind !== 'item' || !REFERRED.test(piece.text)) continue
    const item = readItem(piece.text)
    if (!item) continue
    const id = text(item, 'wp:post_id')
    if (text(item, 'wp:post_type') === 'wp_block')
      site.blocks.set(id, {
        title: plain(text(item, 'title')),
        content: text(item, 'content:encoded'),
        isPublic: text(item, 'wp:status') === 'publish' && text(item, 'wp:post_password') === '',
      })
    if (text(item, 'wp:post_type') === 'guest-author')
      site.authors.set(
        metaOf(item, 'cap-user_login'),
        plain(metaOf(item, 'cap-display_name') || text(item, 'title')),
      )
    noteOriginal(item, site)
    if (text(item, 'wp:post_type') !== 'attachment') continue
    const attachment = {
      url: text(item, 'wp:attachment_url') || text(item, 'guid'),
      alt: plain(metaOf(item, '_wp_attachment_image_alt')),
      title: plain(text(item, 'title')),
      caption: plain(text(item, 'excerpt:encoded')),
      parent: text(item, 'wp:post_parent'),
    }
    site.byId.set(id, attachment)
    const others = site.byParent.get(attachment.parent)
    if (others) others.push(attachment)
    else site.byParent.set(attachment.parent, [attachment])
  }
  if (!isExport) throw new UnreadableImport('This XML file is not an export from WordPress.')
  return site
}

function noteOriginal(item: WxrItem, { originals, language }: Site): void {
  const group = groupOf(item)
  const link = text(item, 'link')
  const isPost = text(item, 'wp:post_type') === 'post' && text(item, 'wp:status') !== 'trash'
  if (group === '' || !isPost || /[?&]p=\d/.test(link)) return
  if (!originals.has(group) || languageOf(item) === languageOfTag(language)) originals.set(group, link)
}

function readHeader(header: string, site: Site): void {
  const [start = '', ...authors] = header.replace(/^[^]*?<channel>/, '').split('<wp:author>')
  const rest = authors.map((author) => {
    const [inside = '', after = ''] = author.split('</wp:author>', 2)
    const read = readItem(`<item>${inside}</item>`)
    if (read) site.authors.set(text(read, 'wp:author_login'), plain(text(read, 'wp:author_display_name')))
    return after
  })
  const channel = readItem(`<item>${start}${rest.join('')}</item>`)
  if (!channel) return
  const base = ['wp:base_blog_url', 'wp:base_site_url', 'link']
    .map((name) => text(channel, name))
    .find(Boolean)
  site.base = (base ?? '').replace(/\/+$/, '')
  site.language = text(channel, 'language')
}

type Placing = { site: Site; settings: ReadingSettings; line: number }

function postOf(item: WxrItem, { site, settings, line }: Placing): ImportedPost {
  const { timeZone, now } = settings
  const base = settings.base || site.base
  const id = text(item, 'wp:post_id')
  const link = text(item, 'link')
  const body = wordPressBody(item.texts.get('content:encoded') ?? '', {
    files: site,
    blocks: site.blocks,
    postId: id,
    footnotes: metaOf(item, 'footnotes'),
  })
  const address = /^https?:\/\//i.test(link) ? link : base
  const { markdown, warnings } = htmlToMarkdown(body.html, (tree) =>
    finishBody(tree, { isClassic: body.isClassic, base: settings.base ? `${base}/` : address }),
  )
  const date =
    gmt(text(item, 'wp:post_date_gmt')) ??
    readMoment(text(item, 'wp:post_date').replace(/^0000.*/, ''), timeZone) ??
    readMoment(text(item, 'pubDate'), timeZone)
  const pictureId = metaOf(item, '_thumbnail_id')
  const picture = site.byId.get(pictureId)
  if (!picture && /^[1-9]/.test(pictureId)) warnings.push('Its picture is not in the export.')
  const described = [
    '_yoast_wpseo_metadesc',
    'rank_math_description',
    '_aioseo_description',
    '_aioseop_description',
  ]
  const guid = text(item, 'guid')
  return {
    source: `wordpress:${guid || `${base}?p=${id}`}`,
    place: `line ${line}`,
    title: plain(item.texts.get('title') ?? ''),
    // Squarespace writes a whole path with the ending of the page.
    slug: decoded(text(item, 'wp:post_name'))
      .replace(/^.*\//s, '')
      .replace(/\.html?$/i, ''),
    body: [markdown, ...recordingsOf(item)].filter(Boolean).join('\n\n'),
    excerpt:
      plain(item.texts.get('excerpt:encoded') ?? '') ||
      plain(
        described.map((name) => metaOf(item, name)).find((value) => value && !/%%|#post|%\w+%/.test(value)) ??
          '',
      ),
    author: authorsOf(item, site),
    language: languageOf(item) || languageOfTag(site.language),
    translationOf: originalOf(item, site.originals),
    tags: tagsOf(item),
    picture: picture?.url ?? '',
    pictureAlt: picture?.alt ?? '',
    formerAddresses: [link, ...oldSlugs(item, link)].filter((one) => one !== '' && !/[?&]p=\d/.test(one)),
    createdAt: date,
    publishedAt: date,
    notPublic: whyNotPublic(item, {
      status: text(item, 'wp:status'),
      password: text(item, 'wp:post_password'),
      isRestricted: body.isRestricted,
      date,
      now,
    }),
    warnings: [...body.warnings, ...warnings],
  }
}

/** Addresses of files that podcast plugins show beside the text. */
function recordingsOf(item: WxrItem): string[] {
  const content = text(item, 'content:encoded')
  const urls = item.meta.flatMap(({ name, value }) =>
    /^(?:enclosure|audio_file)$/.test(name) ? (/^https?:\/\/[^\s<>]{1,2000}/.exec(value.trim()) ?? []) : [],
  )
  return [...new Set(urls)]
    .filter((url) => !content.includes(url.replace(/[?#].*$/, '')))
    .map((url) => `<${url}>`)
}

function gmt(said: string): number | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(said) ?? []
  const at = day && !day.startsWith('0000') ? Date.parse(`${day}T${time}Z`) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** Co-Authors Plus stores authors like tags, by their login or their name. */
function authorsOf(item: WxrItem, { authors }: Site): string {
  const own = item.terms.filter(({ domain }) => domain === 'author')
  const creator = text(item, 'dc:creator')
  const names = own.map(
    ({ name, slug }) => authors.get(name.trim()) || authors.get(slug.replace(/^cap-/, '')) || plain(name),
  )
  return [...new Set(names.filter(Boolean))].join(', ') || authors.get(creator) || creator
}

function tagsOf({ terms }: WxrItem): string[] {
  const names = terms.filter(
    ({ domain, slug, name }) =>
      /^(?:post_tag|category|tag)$/.test(domain) &&
      slug !== 'uncategorized' &&
      name.trim() !== 'Uncategorized',
  )
  return [...new Set(names.map(({ name }) => plain(name)).filter(Boolean))]
}

function oldSlugs({ meta }: WxrItem, link: string): string[] {
  if (!/^https?:/.test(link) || link.includes('?')) return []
  const slugs = meta.flatMap(({ name, value }) => (name === '_wp_old_slug' ? value.trim() || [] : []))
  return [...new Set(slugs)].slice(0, 20).map((slug) => link.replace(/[^/]+\/?$/, `${slug}/`))
}

/** Plain text of a field that may hold tags and entities. */
function plain(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  try {
    return textOf(parseHtml(html.slice(0, 5000)))
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    return html
      .slice(0, 5000)
      .replaceAll(/<[^<>]*>/g, ' ')
      .trim()
  }
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
