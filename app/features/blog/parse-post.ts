import { readableLine, readableText } from '#app/lib/readable-text.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { slugOf, slugOfTag } from '#app/features/editing/slugs.ts'
import type { PostForm } from './post-form.ts'
import { isPostLanguage } from './post-languages.ts'

export type PostFields = {
  title: string
  /** Null if it is to be made from the title. */
  slug: string | null
  source: string
  ownExcerpt: string | null
  imageUrl: string | null
  imageAlt: string | null
  tags: string[]
  /** Null for the site's language. */
  language: string | null
  author: string | null
}

export const postLimits = {
  title: 200,
  ownExcerpt: 500,
  imageUrl: 2000,
  imageAlt: 300,
  tag: 40,
  author: 100,
  language: 35,
}
export const MAX_TAGS = 10
const UNREADABLE = 'This contains characters that cannot be stored.'

/**
 * Validates the typed fields.
 * @param options.mayBeEmpty whether the content may be empty, as that of an imported draft
 * @throws {FieldErrors} with a message for each invalid field.
 */
export function parsePost(form: PostForm, { mayBeEmpty = false } = {}): PostFields {
  const errors: Record<string, string> = {}
  const line = (name: keyof PostForm, limit: number): string => {
    const text = readableLine(form[name])
    if (text === null) {
      errors[name] = UNREADABLE
      return ''
    }
    if (text.length > limit) errors[name] = `Please use at most ${limit} characters.`
    return text
  }
  const title = line('title', postLimits.title)
  const content = readableText(form.content)
  const imageUrl = line('imageUrl', postLimits.imageUrl)
  const typedSlug = line('slug', postLimits.imageUrl)
  const fields: PostFields = {
    title,
    slug: typedSlug ? slugOf(typedSlug, 'post') : null,
    source: content === null ? '' : content,
    ownExcerpt: line('excerpt', postLimits.ownExcerpt) || null,
    imageUrl: imageUrl || null,
    imageAlt: line('imageAlt', postLimits.imageAlt) || null,
    tags: tagsOf(line('tags', postLimits.imageUrl)),
    language: line('language', postLimits.language) || null,
    author: line('author', postLimits.author) || null,
  }
  if (!title) errors['title'] ??= 'Please enter a title.'
  if (content === null) errors['content'] = UNREADABLE
  else if (!content.trim() && !mayBeEmpty) errors['content'] = 'Please enter the content.'
  if (imageUrl && !isPictureAddress(imageUrl))
    errors['imageUrl'] ??= 'Please enter an address that begins with https:// or with /.'
  if (fields.language !== null && !isPostLanguage(fields.language))
    errors['language'] ??=
      `The language “${fields.language}” is not in the list. Please choose one from the list.`
  if (fields.tags.length > MAX_TAGS) errors['tags'] ??= `Please use at most ${MAX_TAGS} tags.`
  if (fields.tags.some((tag) => tag.length > postLimits.tag))
    errors['tags'] ??= `A tag may have at most ${postLimits.tag} characters.`
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors)
  return fields
}

export function parseUnfinished(form: PostForm): PostFields {
  const parse = ({ title, ...rest }: PostForm) =>
    parsePost({ ...rest, title: readableLine(title) === '' ? 'Untitled' : title }, { mayBeEmpty: true })
  try {
    return parse(form)
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    const without = Object.keys(error.fields).map((name) => [name, ''] as const)
    return parse({ ...form, ...Object.fromEntries(without) })
  }
}

/** Returns the tags in the order typed; spellings with the same slug count once. */
function tagsOf(typed: string): string[] {
  const bySlug = new Map<string, string>()
  for (const part of typed.split(',')) {
    const name = part.trim().replace(/^#/, '')
    if (name && !bySlug.has(slugOfTag(name))) bySlug.set(slugOfTag(name), name)
  }
  return [...bySlug.values()]
}

/** Accepts http(s) URLs and paths of this site, but no scheme that could run scripts. */
function isPictureAddress(text: string): boolean {
  if (text.startsWith('/')) return !/^\/[/\\]/.test(text)
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
