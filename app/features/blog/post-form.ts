/** The fields of the editor as typed; drafts and revisions store them like this. */
export type PostForm = {
  title: string
  slug: string
  content: string
  excerpt: string
  imageUrl: string
  imageAlt: string
  /** Separated by commas. */
  tags: string
  /** A code of the list; empty for the site's own. */
  language: string
  author: string
}

export const emptyPostForm: PostForm = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  imageUrl: '',
  imageAlt: '',
  tags: '',
  language: '',
  author: '',
}

const names = Object.keys(emptyPostForm) as (keyof PostForm)[]

/** Picks the editor's fields; missing ones are empty. */
export function pickPostForm(fields: Readonly<Record<string, unknown>>): PostForm {
  const form = { ...emptyPostForm }
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') form[name] = value.replaceAll('\r\n', '\n')
  }
  return form
}

type StoredFields = {
  title: string
  slug: string
  source: string
  own_excerpt: string | null
  image_url: string | null
  image_alt: string | null
  tags: string
  language: string | null
  author: string | null
}

/** Reads the column `tags`. */
export function readTags(json: string): string[] {
  return JSON.parse(json) as string[]
}

/** A field that was left empty is stored as null. */
function typed(stored: string | null): string {
  return stored ?? ''
}

/** Fills the editor from a stored post. */
export function toPostForm(post: StoredFields): PostForm {
  return {
    title: post.title,
    slug: post.slug,
    content: post.source,
    excerpt: typed(post.own_excerpt),
    imageUrl: typed(post.image_url),
    imageAlt: typed(post.image_alt),
    tags: readTags(post.tags).join(', '),
    language: typed(post.language),
    author: typed(post.author),
  }
}
