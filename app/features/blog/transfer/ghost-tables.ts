import { JSONParser } from '@streamparser/json'

import { dayOf } from '#app/lib/site-day.ts'

import { isRow, type Row, rowsIn, textIn } from './ghost-cards.ts'
import { type SourceFile, UnreadableImport } from './imported-post.ts'
import { encodingOf } from './source-text.ts'

const CHUNK = 1024 * 1024

/** Marks the place where the file is damaged; no table has this name. */
export const DAMAGE = '(damage)'

type TableRow = { blog: string; table: string; value: unknown }

/** Yields the rows of every table; the last one has the table `DAMAGE` if the file cannot be read to its end. */
export function* rowsOf(file: SourceFile): Generator<TableRow> {
  const parser = new JSONParser({
    paths: ['$.posts.*', '$.data.*.*', '$.*.data.*.*', '$.*.*.data.*.*', '$.*.db.*.data.*.*'],
    keepStack: false,
    stringBufferSize: 64 * 1024,
  })
  let rows: TableRow[] = []
  let isDamaged = false
  parser.onValue = ({ value, stack }) => {
    const keys = stack.map(({ key }) => key)
    rows.push({ blog: keys.slice(0, -1).join('.'), table: String(keys.at(-1)), value })
  }
  parser.onError = () => {
    isDamaged = true
  }
  for (const bytes of stretchesOf(file)) {
    if (isDamaged || parser.isEnded) break
    try {
      parser.write(bytes)
    } catch {
      isDamaged = true
    }
    yield* rows
    rows = []
  }
  if (isDamaged || !parser.isEnded) yield { blog: '', table: DAMAGE, value: null }
}

const SPACE = 0x20

/** Yields the file as UTF-8. Line ends within a text are no JSON, and are white space everywhere else. */
function* stretchesOf(file: SourceFile): Generator<Uint8Array> {
  const encoding = encodingOf(file.read(0, 2))
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < file.size; at += CHUNK) {
    const read = file.read(at, CHUNK)
    const bytes =
      encoding === 'utf-8'
        ? Uint8Array.from(read)
        : new TextEncoder().encode(decoder.decode(read, { stream: true }))
    for (let n = 0; n < bytes.length; n += 1) if ((bytes[n] ?? SPACE) < SPACE) bytes[n] = SPACE
    yield bytes
  }
}

export type Blog = {
  settings: Map<string, string>
  tags: Map<string, Row>
  users: Map<string, string>
  postTags: Map<string, Link[]>
  postAuthors: Map<string, Link[]>
  metas: Map<string, Row>
}

type Link = { id: string; order: number }

const metaFields = [
  'feature_image_alt',
  'feature_image_caption',
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
  'email_only',
]

const tablesOfBlogs: ReadonlySet<string> = new Set(['posts', 'tags', 'users', 'settings', 'posts_tags'])

/** Reads what posts refer to, by blog. @throws {UnreadableImport} if there is none. */
export function readBlogs(file: SourceFile): Map<string, Blog> {
  const blogs = new Map<string, Blog>()
  let isDamaged = false
  for (const { blog: name, table, value } of rowsOf(file)) {
    isDamaged ||= table === DAMAGE
    if (!tablesOfBlogs.has(table) && !blogs.has(name)) continue
    const blog = blogs.get(name) ?? {
      settings: new Map(),
      tags: new Map(),
      users: new Map(),
      postTags: new Map(),
      postAuthors: new Map(),
      metas: new Map(),
    }
    blogs.set(name, blog)
    if (isRow(value)) keepRow(blog, table, value)
  }
  if (blogs.size > 0) return blogs
  throw new UnreadableImport(
    isDamaged
      ? 'This JSON file is damaged. Please export it again.'
      : 'This JSON file is not an export from Ghost, or has no posts.',
  )
}

function keepRow(blog: Blog, table: string, row: Row): void {
  const [id, post] = [textIn(row, 'id'), textIn(row, 'post_id')]
  const link = (links: Map<string, Link[]>, name: string) => {
    const known = links.get(post)
    const made = { id: textIn(row, name), order: Number(row['sort_order']) || 0 }
    if (known) known.push(made)
    else links.set(post, [made])
  }
  if (table === 'tags') blog.tags.set(id, { name: row['name'], visibility: row['visibility'] })
  if (table === 'users') blog.users.set(id, textIn(row, 'name'))
  if (table === 'posts_tags') link(blog.postTags, 'tag_id')
  if (table === 'posts_authors') link(blog.postAuthors, 'author_id')
  if (table === 'settings') blog.settings.set(textIn(row, 'key'), textIn(row, 'value'))
  if (table === 'posts_meta')
    blog.metas.set(post, Object.fromEntries(metaFields.map((name) => [name, row[name]])))
}

export function isInternal(tag: Row): boolean {
  return textIn(tag, 'name').startsWith('#') || textIn(tag, 'visibility') === 'internal'
}

const linked = (links: readonly Link[] | undefined) =>
  (links ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id)

/** Returns a post's tags: those of the export's tables, or those that Ghost's API writes into the post. */
export function tagsOf(post: Row, blog: Blog): Row[] {
  const given = post['tags']
  const own = rowsIn(
    Array.isArray(given)
      ? given.map((tag: unknown) => (typeof tag === 'string' ? { name: tag } : tag))
      : null,
  )
  const tags = rowsIn(linked(blog.postTags.get(textIn(post, 'id'))).map((id) => blog.tags.get(id)))
  return tags.length > 0 ? tags : own
}

export function authorOf(post: Row, blog: Blog): string {
  const named = linked(blog.postAuthors.get(textIn(post, 'id'))).map((id) => blog.users.get(id) ?? '')
  const own = [...rowsIn(post['authors']), ...rowsIn([post['author']])].map((author) =>
    textIn(author, 'name'),
  )
  const first = blog.users.get(textIn(post, 'author_id')) ?? blog.users.get(textIn(post, 'author')) ?? ''
  const names = [named, own, [first]].find((list) => list.some(Boolean)) ?? []
  return [...new Set(names.filter(Boolean))].join(', ')
}

/** Ghost's default is the slug alone; old versions may put the date before it. */
export function pathOf(
  slug: string,
  { post, blog, date, base }: { post: Row; blog: Blog; date: number | null; base: string },
): string {
  const folder = (URL.parse(base)?.pathname ?? '').replace(/\/+$/, '')
  const pattern = blog.settings.get('permalinks') ?? ''
  if (!/^\/[\w:/-]*$/.test(pattern) || !pattern.includes(':slug')) return `${folder}/${slug}/`
  const [year = '', month = '', day = ''] = date === null ? [] : dayIn(date, zoneOf(blog)).split('-')
  const parts: Record<string, string> = { slug, year, month, day, id: textIn(post, 'id') }
  const path = pattern.replaceAll(/:(\w+)/g, (whole, name: string) => parts[name] || whole)
  return path.includes(':') ? `${folder}/${slug}/` : folder + path
}

function zoneOf({ settings }: Blog): string {
  return (
    ['timezone', 'active_timezone', 'activeTimezone'].map((key) => settings.get(key)).find(Boolean) ?? 'UTC'
  )
}

function dayIn(date: number, zone: string): string {
  try {
    return dayOf(date, zone)
  } catch {
    return dayOf(date, 'UTC')
  }
}
