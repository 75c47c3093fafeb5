import { Lexer, parse, stringify } from 'yaml'

import { emptyPostForm } from '../post-form.ts'

import { type ImportedPost, momentOf, UnreadableImport } from './import-file.ts'

/** Characters, and pieces that they are read as: a post has some hundred of the first and dozens of the second. */
const MAX_YAML = 20_000
const MAX_PIECES = 2000

const FENCED = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** A post as a Markdown file, with its fields before the text as YAML. */
export function writeFrontMatter({ form, createdAt, publishedAt }: ImportedPost): string {
  const { content, tags, imageUrl, imageAlt, excerpt, ...names } = form
  const fields = {
    ...names,
    date: isoOf(publishedAt ?? createdAt),
    published: publishedAt !== null,
    tags: listOf(tags),
    ...(excerpt && { excerpt }),
    ...(imageUrl && { image: imageUrl }),
    ...(imageAlt && { imageAlt }),
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${content}\n`
}

/**
 * Reads a Markdown file by the names that Hugo, Jekyll, Astro and Ghost use for the same things. Without front matter
 * the first heading is the title. A post without a date is a draft.
 * @throws {UnreadableImport} where the front matter is no YAML of names and values.
 */
export function readFrontMatter(text: string, fileName: string): ImportedPost {
  const fenced = FENCED.exec(text)
  const fields = fenced ? fieldsOf(fenced[1] ?? '') : {}
  const first = (...names: string[]) =>
    names.map((name) => fields[name]).find((value) => value != null && value !== '')
  const body = (fenced ? text.slice(fenced[0].length) : text).replace(/^\uFEFF/, '').trim()
  const heading = /^#[ \t]+(.+?)[ \t#]*(?:\r?\n|$)/.exec(body)
  const title = textOf(first('title')) || heading?.[1] || nameOf(fileName).replaceAll(/[-_]+/g, ' ')
  const date = momentOf(first('date', 'pubDate', 'publishDate', 'published_at', 'publishedAt'))
  const isDraft = fields['draft'] === true || fields['published'] === false
  return {
    form: {
      ...emptyPostForm,
      title,
      slug: textOf(first('slug')) || nameOf(fileName),
      content: heading && title === heading[1] ? body.slice(heading[0].length).trim() : body,
      excerpt: textOf(first('excerpt', 'description', 'summary')),
      imageUrl: textOf(first('image', 'featured_image', 'feature_image', 'cover', 'heroImage')),
      imageAlt: textOf(first('imageAlt', 'image_alt', 'feature_image_alt')),
      tags: tagsOf(first('tags', 'tag', 'categories')).join(', '),
    },
    createdAt: date,
    publishedAt: isDraft ? null : date,
  }
}

function fieldsOf(yaml: string): Record<string, unknown> {
  if (yaml.length > MAX_YAML || hasTooManyPieces(yaml))
    throw new UnreadableImport('Its front matter is too long.')
  try {
    // No aliases: a few lines of them unfold without end.
    const fields: unknown = parse(yaml, { maxAliasCount: 0 })
    if (fields === null) return {}
    if (typeof fields === 'object' && !Array.isArray(fields)) return { ...fields }
  } catch {
    // Said below, in words for the owner.
  }
  throw new UnreadableImport('Its front matter is not YAML.')
}

/** Cutting a text to pieces takes little; what is made of thousands, nested or not, takes seconds. */
function hasTooManyPieces(yaml: string): boolean {
  let pieces = 0
  for (const _ of new Lexer().lex(yaml)) {
    pieces += 1
    if (pieces > MAX_PIECES) return true
  }
  return false
}

function tagsOf(value: unknown): string[] {
  if (typeof value === 'string') return listOf(value)
  return Array.isArray(value)
    ? value.map((tag) => textOf(tag).replaceAll(',', ' ').trim()).filter(Boolean)
    : []
}

function listOf(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** `posts/2024-05-01-my-post.md` is my-post: Jekyll puts the day before. */
function nameOf(fileName: string): string {
  return fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.(md|markdown|mdx)$/i, '')
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

function isoOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
