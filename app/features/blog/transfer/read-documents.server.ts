import { posix } from 'node:path'

import type { Element, Root } from 'hast'

import { decodeText, readCsv, separatorOf, UnclosedQuote } from '#app/lib/csv-reader.ts'
import { decodeHtml } from '#app/lib/decode-html.ts'
import { UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import { classesOf } from '#app/features/editing/html-tree.ts'
import { languageOfTag } from '../post-languages.ts'

import { plain } from './feed-post.server.ts'
import { bodyOf, factsOf, nameOf, PAGE, type PageFacts, slugOf } from './html-pages.ts'
import { htmlToMarkdown } from './html-to-markdown.server.ts'
import {
  type ImportedPost,
  type ImportEntry,
  readMoment,
  type ReadingSettings,
  UNKNOWN_STATE,
  yesOrNo,
} from './imported-post.ts'
import { isWord, readWord } from './read-word.server.ts'

/** Bytes. */
const MAX_PAGE = 2_000_000

/** Whether a zip has documents that are read as posts. */
export function hasDocuments(names: readonly string[]): boolean {
  return names.some((name) => PAGE.test(name) || isWord(name))
}

/** Reads a folder of HTML pages, as Medium, Substack and Tumblr give them, or of Word documents. */
export async function* readDocuments(
  files: readonly ZipFile[],
  settings: ReadingSettings,
  { fileName, withPages = true }: { fileName: string; withPages?: boolean },
): AsyncGenerator<ImportEntry> {
  const pages = withPages ? files.filter(({ name }) => PAGE.test(name)) : []
  // Medium, Substack and Tumblr put posts in such a folder, beside pages about the account.
  const posts = pages.filter(({ name }) => /(?:^|\/)posts\//i.test(name))
  const chosen = posts.length > 0 ? posts : pages
  const list = files.find(({ name }) => /(?:^|\/)posts\.csv$/i.test(name))
  const rows = list && posts.length > 0 ? rowsOf(list) : new Map<string, SubstackRow>()
  let substackPages = 0
  for (const file of chosen) {
    const row = rows.get(substackId(file.name))
    if (row?.['type'] === 'page') substackPages += 1
    else
      yield attempt(file, () =>
        rows.size > 0 ? substackPost(file, row ?? {}, settings) : pageAsPost(file, settings),
      )
  }
  for (const main of files.filter(({ name }) => isWord(name))) yield await readWord(main, files, fileName)
  const left = pages.length - chosen.length + substackPages
  if (left > 0)
    yield { note: `Left out: ${left} ${left === 1 ? 'page' : 'pages'}, because only posts are imported.` }
}

/** Reads one HTML page. */
export function readPage(file: ZipFile, settings: ReadingSettings): ImportEntry {
  return attempt(file, () => pageAsPost(file, settings))
}

function attempt(file: ZipFile, read: () => ImportedPost): ImportEntry {
  if (file.size > MAX_PAGE) return { place: file.name, title: nameOf(file.name), reason: 'It is too long.' }
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    return { place: file.name, title: nameOf(file.name), reason: error.message }
  }
}

function pageAsPost(file: ZipFile, settings: ReadingSettings): ImportedPost {
  const html = decodeHtml(file.bytes(), '')
  let facts = factsOf({ type: 'root', children: [] }, html)
  const { markdown, warnings } = htmlToMarkdown(html, (tree) => {
    facts = factsOf(tree, html)
    tree.children = bodyOf(tree, facts.title)
  })
  const { title, date, canonical, ...found } = facts
  const [, named] = /(?:^|\/)(\d{4}-\d\d-\d\d)[_-]/.exec(file.name) ?? []
  const publishedAt = readMoment(date || named, settings.timeZone)
  const address = URL.parse(canonical)?.pathname ?? ''
  return {
    source: found.isMedium && canonical ? `medium:${canonical}` : `file:${file.name}`,
    place: file.name,
    title: title || nameOf(file.name).replaceAll(/[-_]+/g, ' '),
    slug: slugOf(address) || slugOf(file.name),
    body: markdown,
    excerpt: found.excerpt,
    author: found.author,
    language: languageOfTag(found.language),
    tags: found.tags,
    picture: found.picture,
    pictureAlt: '',
    formerAddresses: canonical ? [canonical] : [],
    createdAt: publishedAt,
    publishedAt,
    notPublic:
      whyNotPublic(file.name, { ...found, canonical, publishedAt }) ??
      (isResponse(title, markdown) ? 'It seems to be a response to another story.' : null),
    warnings,
  }
}

/** Whether a Medium story is a response to another. A response has no title, so Medium repeats its first words as one. */
function isResponse(title: string, markdown: string): boolean {
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return letters(title) !== '' && letters(markdown.slice(0, 2000)).startsWith(letters(title))
}

/** Only Medium's pages say that they were published: they have a time and an address. */
function whyNotPublic(
  name: string,
  {
    robots,
    isMedium,
    canonical,
    publishedAt,
  }: Pick<PageFacts, 'robots' | 'isMedium' | 'canonical'> & { publishedAt: number | null },
): string | null {
  if (/\b(?:noindex|none)\b/i.test(robots)) return 'Search engines were told to leave it out.'
  if (/(?:^|\/)draft_/.test(name)) return 'It was a draft.'
  return isMedium && canonical !== '' && publishedAt !== null ? null : UNKNOWN_STATE
}

type SubstackRow = Readonly<Record<string, string>>

/** Reads the rows of `posts.csv`, by the ids of the posts. Reading stops at a quotation mark that is never closed. */
function rowsOf(list: ZipFile): Map<string, SubstackRow> {
  const rows = new Map<string, SubstackRow>()
  const { text } = decodeText(list.bytes())
  let names: string[] | null = null
  try {
    for (const { cells } of readCsv(text, separatorOf(text))) {
      const row: Record<string, string> = {}
      for (const [at, name] of (names ?? []).entries()) row[name] = cells[at] ?? ''
      if (names !== null) rows.set(row['post_id'] ?? '', row)
      names ??= cells
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
  }
  return rows
}

const substackId = (name: string) => posix.basename(name).replace(PAGE, '')

/** Substack's page has only the text, and `posts.csv` the rest. */
function substackPost(file: ZipFile, row: SubstackRow, settings: ReadingSettings): ImportedPost {
  const html = decodeHtml(file.bytes(), '')
  const { markdown, warnings } = htmlToMarkdown(html, withoutSubscribing)
  const id = substackId(file.name)
  const field = (name: string) => plain(row[name] ?? '')
  const publishedAt = readMoment(field('post_date'), settings.timeZone)
  const [, slug = ''] = /^\d+\.(.+)$/.exec(id) ?? []
  const sound = field('podcast_url')
  return {
    source: `substack:${id}`,
    place: file.name,
    title: field('title'),
    slug: slug || slugOf(id),
    body: /^https?:\/\//.test(sound)
      ? `[${sound}](<${sound.replaceAll(/[<>]/g, '')}>)\n\n${markdown}`
      : markdown,
    excerpt: field('subtitle'),
    author: '',
    language: '',
    tags: [],
    picture: '',
    pictureAlt: '',
    formerAddresses: slug ? [`${settings.base}/p/${slug}`] : [],
    createdAt: publishedAt,
    publishedAt,
    notPublic: whyNotOnSubstack(field, html),
    warnings,
  }
}

function whyNotOnSubstack(field: (name: string) => string, html: string): string | null {
  const [isPublished, audience] = [field('is_published'), field('audience').toLowerCase()]
  if (yesOrNo(isPublished) === false) return 'It was not published.'
  // Others, such as `adhoc_email`, were sent to some readers only.
  const isKnown = /^(?:newsletter|podcast|thread|video)?$/i.test(field('type'))
  if (yesOrNo(isPublished) === null || !isKnown) return UNKNOWN_STATE
  if (audience !== 'everyone') return `It was not for everybody: its audience was “${audience || 'unknown'}”.`
  return /paywall|data-dynamic-audiences/i.test(html) ? 'A part of it was for some readers only.' : null
}

/** Buttons to subscribe lead to the old newsletter. */
function withoutSubscribing(parent: Root | Element): void {
  parent.children = parent.children.filter(
    (child) =>
      child.type !== 'element' ||
      !classesOf(child).some((name) => /^(?:button-wrapper|subscription-widget-wrap\S*)$/.test(name)) ||
      !/\/subscribe\b|subscription-widget/.test(JSON.stringify(child.properties)),
  ) as typeof parent.children
  for (const child of parent.children) if (child.type === 'element') withoutSubscribing(child)
}
