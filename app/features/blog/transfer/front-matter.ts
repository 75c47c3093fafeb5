import { Lexer, parse, stringify } from 'yaml'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { emptyPostForm } from '../post-form.ts'
import { languageOfTag } from '../post-languages.ts'

import { type ImportedPost, momentOf, UnreadableImport } from './import-file.ts'

/** Limits in characters and tokens; a typical post has hundreds of characters and dozens of tokens. */
const MAX_YAML = 20_000
const MAX_TOKENS = 2000

const NOT_YAML = 'Its front matter is not YAML.'
const FENCED = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/

export function writeFrontMatter({ form, createdAt, publishedAt }: ImportedPost): string {
  const { content, tags, imageUrl, imageAlt, excerpt, language, author, ...names } = form
  const fields = {
    ...names,
    date: isoOf(publishedAt ?? createdAt),
    published: publishedAt !== null,
    tags: listOf(tags),
    ...(excerpt && { excerpt }),
    ...(imageUrl && { image: imageUrl }),
    ...(imageAlt && { imageAlt }),
    ...(language && { lang: language }),
    ...(author && { author }),
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${content}\n`
}

/**
 * Reads a Markdown file with the field names of Hugo, Jekyll, Astro and Ghost. Without a title in the front matter the
 * first heading is the title. A post without a date is a draft.
 * @throws {UnreadableImport} if the front matter is not a YAML mapping.
 */
export function readFrontMatter(text: string, fileName: string): ImportedPost {
  const fenced = FENCED.exec(text)
  const fields = fenced ? fieldsOf(assertDefined(fenced[1], 'the pattern has this group')) : {}
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
      language: languageOfTag(textOf(first('lang', 'language', 'locale'))),
      author: textOf(first('author')),
    },
    createdAt: date,
    publishedAt: isDraft ? null : date,
  }
}

function fieldsOf(yaml: string): Record<string, unknown> {
  if (yaml.length > MAX_YAML || hasTooManyTokens(yaml))
    throw new UnreadableImport('Its front matter is too long.')
  let fields: unknown
  try {
    // Aliases are forbidden, because a few lines of them can expand without limit.
    fields = parse(yaml, { maxAliasCount: 0 })
  } catch (error) {
    throw new UnreadableImport(NOT_YAML, { cause: error })
  }
  if (fields === null) return {}
  if (typeof fields !== 'object' || Array.isArray(fields)) throw new UnreadableImport(NOT_YAML)
  return { ...fields }
}

/** Tokenizing is fast, but parsing thousands of tokens takes seconds. */
function hasTooManyTokens(yaml: string): boolean {
  let tokens = 0
  for (const _ of new Lexer().lex(yaml)) {
    tokens += 1
    if (tokens > MAX_TOKENS) return true
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

/** Jekyll puts the date before the name: `posts/2024-05-01-my-post.md` becomes `my-post`. */
function nameOf(fileName: string): string {
  return fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.(md|markdown|mdx)$/i, '')
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

function isoOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
