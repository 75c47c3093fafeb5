import { languageOfTag } from '../post-languages.ts'

import { absolute, plain, wholeAddress } from './feed-post.server.ts'
import { ghostBody } from './ghost-body.server.ts'
import { isRow, type Row, textIn } from './ghost-cards.ts'
import { authorOf, type Blog, DAMAGE, isInternal, pathOf, readBlogs, rowsOf, tagsOf } from './ghost-tables.ts'
import { htmlToMarkdown } from './html-to-markdown.server.ts'
import {
  type ImportedPost,
  readMoment,
  type Reader,
  type ReadingSettings,
  UNKNOWN_STATE,
  yesOrNo,
} from './imported-post.ts'

/** Ghost writes this instead of the blog's URL. */
const URL_MARK = '__GHOST_URL__'

/**
 * Reads the posts of Ghost's exports of every version, also several in one file: once for what posts refer to, and once
 * for the posts, one at a time.
 * @throws {UnreadableImport}
 */
export const readGhost: Reader = function* (file, settings) {
  const blogs = readBlogs(file)
  const left = new Map<string, number>()
  const internalTags = new Set<string>()
  const sources = new Set<string>()
  let count = 0
  let isMarkLeft = false
  for (const { blog: name, table, value } of rowsOf(file)) {
    if (table === DAMAGE) {
      yield {
        note: `The file is damaged after post ${count}: what follows could not be read, such as posts, tags and authors.`,
      }
      break
    }
    const blog = blogs.get(name)
    if (!blog || table !== 'posts') {
      if (tableNames[table]) left.set(table, (left.get(table) ?? 0) + 1)
      continue
    }
    count += 1
    const place = `post ${count}`
    const row = isRow(value) && isRow(value['data']) ? { ...value['data'], url: value['url'] } : value
    if (!isRow(row) || postFields.every((field) => textIn(row, field) === '')) {
      yield { place, title: '', reason: 'This entry of the file has neither a title nor a text.' }
      continue
    }
    const type = typeOf(row)
    if (type !== 'post') {
      left.set(type, (left.get(type) ?? 0) + 1)
      continue
    }
    for (const tag of tagsOf(row, blog)) if (isInternal(tag)) internalTags.add(textIn(tag, 'name'))
    const post = readPost(row, { blog, place, settings })
    isMarkLeft ||= post.isMarkLeft
    // Copies made by other programs may have the id of their original.
    if (post.entry.source !== '' && sources.has(post.entry.source)) post.entry.source += `:${post.entry.slug}`
    sources.add(post.entry.source)
    yield post.entry
  }
  if (isMarkLeft)
    yield {
      note: 'The export does not name its blog, so pictures can only be fetched if you give its address.',
    }
  if (internalTags.size > 0)
    yield { note: `Internal tags were left out: ${[...internalTags].slice(0, 20).join(', ')}.` }
  if (left.size > 0) {
    const counted = [...left].map(([name, number]) => `${number} ${nameOf(name, number)}`)
    yield { note: `Only posts are imported. Left out: ${counted.slice(0, 20).join(', ')}.` }
  }
}

const tableNames: Readonly<Record<string, string>> = {
  page: 'pages',
  newsletters: 'newsletters',
  members: 'members',
  snippets: 'snippets',
  products: 'tiers',
  comments: 'comments',
}

function nameOf(table: string, count: number): string {
  const name = tableNames[table] ?? `“${table}”`
  return count === 1 ? name.replace(/s$/, '') : name
}

function typeOf(post: Row): string {
  const type = textIn(post, 'type')
  if (type !== '' && type !== 'post') return type
  return yesOrNo(post['page']) === true ? 'page' : 'post'
}

type Context = { blog: Blog; place: string; settings: ReadingSettings }

/** Fields that should be texts. If one holds anything else, a warning names it. */
const textFields = [
  'title',
  'slug',
  'html',
  'lexical',
  'mobiledoc',
  'custom_excerpt',
  'feature_image',
  'locale',
]

function readPost(
  post: Row,
  { blog, place, settings }: Context,
): { entry: ImportedPost; isMarkLeft: boolean } {
  const meta = blog.metas.get(textIn(post, 'id')) ?? {}
  const field = (name: string) => textIn(post, name) || textIn(meta, name)
  const base = (settings.base || blog.settings.get('url') || '').replace(/\/+$/, '')
  let isMarkLeft = false
  const whole = (text: string) => {
    if (base === '' && text.includes(URL_MARK)) isMarkLeft = true
    return text.replaceAll(URL_MARK, () => base)
  }
  const body = ghostBody({
    ...post,
    ...Object.fromEntries(bodyFields.map((name) => [name, whole(textIn(post, name))])),
  })
  const { markdown, warnings } = htmlToMarkdown(absolute(body.html, base))
  const createdAt = readMoment(post['created_at'], 'UTC')
  const publishedAt = readMoment(post['published_at'], 'UTC')
  const slug = field('slug')
  const date = publishedAt ?? createdAt
  const path = slug === '' ? '' : pathOf(slug, { post, blog, date, base })
  const notPublic = whyNotPublic(post, { meta, isRestricted: body.isRestricted, date, now: settings.now })
  const title = textIn(post, 'title')
  return {
    isMarkLeft,
    entry: {
      source: sourceOf(post),
      place,
      title: title === '(Untitled)' ? '' : title,
      slug: /^untitled(?:-\d+)?$/.test(slug) ? '' : slug,
      body: markdown,
      excerpt: field('custom_excerpt') || field('meta_description'),
      author: authorOf(post, blog),
      language: languageOfTag(field('locale') || field('language') || siteLanguage(blog)),
      tags: [
        ...new Set(
          tagsOf(post, blog)
            .filter((tag) => !isInternal(tag))
            .map((tag) => textIn(tag, 'name').trim())
            .filter(Boolean),
        ),
      ],
      picture: wholeAddress(whole(field('feature_image') || field('image')), base),
      pictureAlt: field('feature_image_alt'),
      formerAddresses: [path, onHost(field('canonical_url'), base), textIn(post, 'url')].filter(Boolean),
      createdAt: createdAt ?? publishedAt,
      publishedAt: notPublic === null ? date : publishedAt,
      notPublic: notPublic ?? (markdown.trim() === '' ? 'It has no text.' : null),
      warnings: [
        ...oddFields(post, publishedAt),
        ...body.warnings,
        ...warnings,
        ...leftOut(post, { field, base, whole }),
      ],
    },
  }
}

const bodyFields = ['html', 'lexical', 'mobiledoc', 'markdown', 'plaintext']
const postFields = ['title', ...bodyFields]

/** Returns an id that is the same in every export. Old versions number their posts, as other blogs do, so the slug is added. */
function sourceOf(post: Row): string {
  const id = textIn(post, 'uuid') || textIn(post, 'id')
  if (id === '') return textIn(post, 'slug') === '' ? '' : `ghost:${textIn(post, 'slug')}`
  return /^\d{1,9}$/.test(id) ? `ghost:${id}:${textIn(post, 'slug')}` : `ghost:${id}`
}

/** English is what Ghost assumes of a blog that does not say its language. */
function siteLanguage({ settings }: Blog): string {
  const tag = ['lang', 'locale', 'default_locale', 'defaultLang']
    .map((key) => settings.get(key))
    .find(Boolean)
  return tag === undefined || /^en(?:[_-]US)?$/i.test(tag) ? '' : tag
}

function whyNotPublic(
  post: Row,
  { meta, isRestricted, date, now }: { meta: Row; isRestricted: boolean; date: number | null; now: number },
): string | null {
  const [status, visibility] = [post['status'], post['visibility']]
  const emailOnly = [post['email_only'], meta['email_only']].filter((value) => value != null)
  if (status === 'sent' || emailOnly.some((value) => yesOrNo(value) !== false))
    return 'It was sent as an email only.'
  if (status !== 'published' && status !== 'scheduled')
    return status === 'draft'
      ? 'It was a draft.'
      : textIn(post, 'status') === ''
        ? UNKNOWN_STATE
        : `Its state was “${textIn(post, 'status')}”.`
  if (visibility != null && visibility !== '' && visibility !== 'public')
    return (
      audiences[textIn(post, 'visibility')] ?? `It was for some readers only (“${describe(visibility)}”).`
    )
  if (isRestricted) return 'A part of it was for members only.'
  if (post['page'] != null && yesOrNo(post['page']) !== false)
    return 'The file does not say plainly whether it was a post.'
  if (status === 'scheduled' && (date === null || date <= now))
    return 'It was scheduled, but its time has passed.'
  return null
}

const audiences: Readonly<Record<string, string>> = {
  members: 'It was for members only.',
  paid: 'It was for paying members only.',
  tiers: 'It was for members of some tiers only.',
}

function describe(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)
}

function oddFields(post: Row, publishedAt: number | null): string[] {
  const odd = textFields.filter(
    (name) => post[name] != null && !['string', 'number'].includes(typeof post[name]),
  )
  if (post['published_at'] != null && post['published_at'] !== '' && publishedAt === null)
    odd.push('published_at')
  return odd.map((name) => `Its field “${name}” could not be read.`)
}

/** Returns a sentence for each field that posts here do not have, unless it only repeats the title. */
function leftOut(
  post: Row,
  { field, base, whole }: { field(name: string): string; base: string; whole(text: string): string },
): string[] {
  const said: string[] = []
  const name = (what: string, value: string) => {
    if (value !== '' && value !== textIn(post, 'title'))
      said.push(`${what} was left out: ${value.slice(0, 300)}`)
  }
  const canonical = whole(field('canonical_url'))
  if (onHost(canonical, base) === '') name('Its canonical address', canonical)
  name('The caption of its picture', plain(field('feature_image_caption')))
  if (field('custom_excerpt') !== '' && field('custom_excerpt') !== field('meta_description'))
    name('Its description for search engines', field('meta_description'))
  name('Its title for search engines', field('meta_title'))
  for (const [key, network] of [
    ['og', 'Facebook'],
    ['twitter', 'X'],
  ]) {
    name(`Its title for ${network}`, field(`${key}_title`))
    name(`Its description for ${network}`, field(`${key}_description`))
    name(`Its picture for ${network}`, whole(field(`${key}_image`)))
  }
  if (field('codeinjection_head') !== '' || field('codeinjection_foot') !== '')
    said.push('Its own code (code injection) was left out.')
  return said
}

function onHost(address: string, base: string): string {
  const host = URL.parse(base)?.host
  return host !== undefined && URL.parse(address)?.host === host ? address : ''
}
