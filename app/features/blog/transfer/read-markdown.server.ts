import { posix } from 'node:path'

import { decodeText } from '#app/lib/csv-reader.ts'
import { UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import { languageOfTag } from '../post-languages.ts'

import { cleanTemplates } from './clean-templates.ts'
import { hidesPart, htmlToMarkdown } from './html-to-markdown.server.ts'
import { type FolderStates, readFolderStates } from './folder-states.ts'
import { listOf, peopleOf, pictureOf, tagsOf, textOf } from './matter-values.ts'
import { pairsOf, readMatter, shown } from './read-matter.ts'
import { reasonOf } from './plainly-public.ts'
import { languageEnding, languageIn, MARKDOWN, originalOf } from './markdown-languages.ts'
import { addressOnSite, readSiteAddresses, type SiteAddresses, unknownAddresses } from './site-addresses.ts'
import {
  type ImportedPost,
  type ImportEntry,
  readMoment,
  type Reader,
  type ReadingSettings,
  type ZipReader,
} from './imported-post.ts'

/** Characters of a file. */
const MAX_FILE = 2_000_000

const NOTION_ID = / [0-9a-f]{32}$/
const NOTION = / [0-9a-f]{32}\.md$/
const DATED_PAGE = /(?:(?:^|\/)_(?:posts|drafts)\/(?:.*\/)?|(?:^|\/)\d{4}-\d\d-\d\d-)[^/]+\.html?$/i
const HIDDEN = /(?:^|\/)(?:__MACOSX|node_modules|\.)/
const NO_POST = /^(?:_index(?:\.\w+)?|readme|license|changelog|contributing|code_of_conduct|security|404)$/i

/** Reads the Markdown files of a zip with the front matter of any common generator. */
export const readMarkdownFiles: ZipReader = function* (files, settings) {
  const names = new Set(files.map((file) => file.name))
  const folders = readFolderStates(files, settings)
  const addresses = readSiteAddresses(files)
  let pages = 0
  for (const file of files) {
    if (!isMarkdown(file.name) || HIDDEN.test(file.name)) continue
    const entry = readFile(file, { names, addresses, folders, settings })
    const isPage =
      /^_index(?:\.\w+)?$/i.test(nameOf(file.name)) ||
      (NO_POST.test(nameOf(file.name)) && 'body' in entry && entry.publishedAt === null)
    if (isPage) pages += 1
    else yield entry
  }
  if (pages > 0)
    yield {
      note: `${pages} ${pages === 1 ? 'page was' : 'pages were'} left out, because only posts are imported.`,
    }
}

/** Whether a file is read as a text with front matter. */
export function isMarkdown(name: string): boolean {
  return MARKDOWN.test(name) || DATED_PAGE.test(name)
}

/** Reads one Markdown file. */
export const readMarkdownFile: Reader = function* (file, settings) {
  const zipped = { name: file.name, size: file.size, bytes: () => file.read(0, file.size) }
  yield readFile(zipped, {
    names: new Set([file.name]),
    addresses: unknownAddresses,
    folders: () => null,
    settings,
  })
}

type Site = {
  names: ReadonlySet<string>
  addresses: SiteAddresses
  folders: FolderStates
  settings: ReadingSettings
}

function readFile(file: ZipFile, site: Site): ImportEntry {
  if (file.size > MAX_FILE) return { place: file.name, title: nameOf(file.name), reason: 'It is too long.' }
  try {
    return readPost(decodeText(file.bytes()).text, file.name, site)
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    return { place: file.name, title: nameOf(file.name), reason: error.message }
  }
}

function readPost(text: string, place: string, { names, addresses, folders, settings }: Site): ImportedPost {
  const {
    fields,
    body: raw,
    exactBody,
    hasMatter,
    problem,
  } = readMatter(text, { isNotion: NOTION.test(place) })
  const pairs = pairsOf(fields)
  // Of a name that occurs more than once, the first one counts, and the post's own fields come first.
  const all = new Map(pairs.toReversed())
  const isOwn = /^foyer:[\w-]{1,60}$/.test(textOf(all.get('id')))
  const given = (...keys: string[]) =>
    keys
      .map((key) => all.get(key))
      .filter((value) => value != null && value !== '' && (isOwn || (value !== 'null' && value !== '~')))
  const first = (...keys: string[]) => given(...keys)[0]
  const warnings = problem === '' ? [] : [problem]
  const removed = new Set<string>()
  const unclear: string[] = []
  const folder = posix.dirname(place)
  const cleaned = isOwn
    ? (exactBody ?? raw).replace(/^\n|\n$/g, '')
    : cleanTemplates(raw, {
        isHtml: DATED_PAGE.test(place),
        isMdx: /\.mdx$/i.test(place),
        title: textOf(first('title')),
        addressOf: (target) => addressIn(names, folder, target),
        onRemoved: (what) => removed.add(what),
        onUnclear: (reason) => unclear.push(reason),
      }).trimEnd()
  const page = DATED_PAGE.test(place) ? htmlToMarkdown(cleaned) : null
  const body = page?.markdown ?? cleaned
  if (!isOwn && page === null && hidesPart(body)) unclear.push('A part of its text was hidden.')
  warnings.push(...(page?.warnings ?? []))
  for (const what of [...removed].slice(0, 20)) warnings.push(`“${what}” was left out of the text.`)
  const heading = /^\s*#[ \t]+(.+?)[ \t#]*(?:\r?\n|$)/.exec(body)
  const name = nameOf(place)
  const givenTitle = textOf(first('title'))
  const isHeadingTitle = heading !== null && (givenTitle === '' || (!isOwn && heading[1] === givenTitle))
  const fileDate =
    /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(place) ??
    /(?:^|\/)(\d{4})[-/](\d\d)[-/](\d\d)(?!\d)/.exec(textOf(first('path')))
  const dateField = isOwn ? first('date') : first(...dateNames)
  const published = first('published')
  const date =
    readMoment(dateField, settings.timeZone) ??
    readMoment(published, settings.timeZone) ??
    (fileDate && dateField === undefined && !isOwn
      ? readMoment(fileDate.slice(1).join('-'), settings.timeZone)
      : null)
  if (dateField !== undefined && date === null) warnings.push(`Its date “${shown(dateField)}” is not clear.`)
  const starts = isOwn ? [] : given(...startNames)
  const startsAt = starts.map((start) => readMoment(start, settings.timeZone))
  if (startsAt.includes(null))
    unclear.push(`When it was to be published (“${starts.map(shown).join('”, “')}”) is not clear.`)
  const lastStart = Math.max(0, ...startsAt.filter((start) => start !== null))
  const publishedAt = date !== null && lastStart > Math.max(date, settings.now) ? lastStart : date
  const picture = pictureOf(
    first(
      'image',
      'cover',
      'coverimage',
      'cover_image',
      'cover-image',
      'featured_image',
      'feature_image',
      'featured',
      'featuredimage',
      'heroimage',
      'hero_image',
      'thumbnail',
      'banner',
      'ogimage',
      'images',
      'header',
    ),
  )
  const language = first('lang', 'language', 'locale')
  const slug =
    textOf(first('slug')).replace(/^\/+|\/+$/g, '') ||
    /[^/]+(?=\/*$)/.exec(textOf(first('path')))?.[0] ||
    name
  const said = ['permalink', 'url', 'path', 'aliases', 'alias', 'redirect_from', 'old_slugs']
    .flatMap((key) => listOf(all.get(key)))
    .filter((address) => !/:(?!\/\/)|^(?:true|false|none|pretty|date)$/.test(address))
    .map((address) => (/^(?:\/|https?:)/.test(address) ? address : `/${address}`))
  const hasOwn = ['permalink', 'url', 'path'].some((key) => listOf(all.get(key)).length > 0)
  const categories = ['categories', 'category'].flatMap((key) => listOf(all.get(key)))
  const original = originalOf(place, names, addresses.language)
  const version = original === null ? '' : languageEnding(place)[1]
  const onSite = hasOwn
    ? null
    : addressOnSite({ place, name, slug, date, categories, version }, addresses, settings.timeZone)
  return {
    source: isOwn ? textOf(first('id')) : `file:${place}`,
    place,
    title: givenTitle || heading?.[1] || name.replaceAll(/[-_]+/g, ' '),
    slug,
    body: isHeadingTitle ? body.slice(heading[0].length).replace(/^(?:[ \t]*\r?\n)+/, '') : body,
    excerpt: textOf(first('excerpt', 'description', 'summary')),
    author: peopleOf(first('author', 'authors')),
    language: languageOfTag(textOf(language) || languageIn(place)),
    tags: tagsOf(all, place),
    picture: picture.address,
    pictureAlt: textOf(first('imagealt', 'image_alt', 'feature_image_alt')) || picture.alt,
    translationOf: isOwn ? sourceOf(all) : translationOf(original),
    formerAddresses: onSite === null ? said : [onSite, ...said],
    createdAt: readMoment(first('created', 'created_at'), settings.timeZone) ?? date,
    publishedAt,
    notPublic:
      problem !== ''
        ? 'Its front matter is not plain.'
        : (reasonOf(pairs, { hasMatter, date, place, settings, collections: addresses.collections }) ??
          folders(place) ??
          unclear[0] ??
          null),
    warnings,
  }
}

const startNames = ['publishdate', 'publish_at', 'published_at', 'publishedat']
const dateNames = [
  'date',
  'pubdate',
  'publishdate',
  'published_at',
  'publishedat',
  'publisheddate',
  'publish_at',
  'created',
  'created_at',
  'pubdatetime',
  'pub_date',
  'datepublished',
  'date_published',
  'publish_date',
  'published_date',
  'publishedon',
  'published_on',
  'post_date',
  'datetime',
]

/** Returns `import:` and the path of a file in the export that a link names. */
function addressIn(names: ReadonlySet<string>, folder: string, target: string): string | null {
  const path = target.replace(/^@\//, '').replace(/^\/+/, '')
  const tries = [
    path,
    `content/${path}`,
    `${path}.md`,
    `_posts/${path}.md`,
    `content/${path}.md`,
    `content/${path}/index.md`,
  ]
  const above = folder.split('/').map((_, at, parts) => parts.slice(0, parts.length - at).join('/'))
  const found = [
    posix.join(folder, path),
    posix.join(folder, `${path}.md`),
    ...tries,
    ...above.slice(0, 20).flatMap((one) => tries.map((each) => posix.join(one, each))),
  ].find((one) => names.has(one))
  return found === undefined
    ? null
    : MARKDOWN.test(found)
      ? `import:${encodeURI(found)}`
      : encodeURI(posix.relative(folder, found))
}

function translationOf(original: string | null): ImportedPost['translationOf'] {
  return original === null ? null : { address: `import:${original}`, digest: null }
}

/** As `exportPosts` writes it. */
function sourceOf(all: ReadonlyMap<string, unknown>): ImportedPost['translationOf'] {
  const address = textOf(all.get('translationof'))
  return address === '' ? null : { address, digest: textOf(all.get('translatedfrom')) }
}

/** `2024-05-01-my-post.de.md` and `my-post/index.md` are `my-post`. */
function nameOf(place: string): string {
  const [path] = languageEnding(place)
  const own = path.replace(/(?<=[^/])\/index$/i, '')
  return own
    .replace(/^.*\//, '')
    .replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '')
    .replace(NOTION_ID, '')
}
