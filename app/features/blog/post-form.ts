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
  /** Code of a listed language; empty for the site's language. */
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

export function readTags(json: string): string[] {
  return JSON.parse(json) as string[]
}

/** Empty fields are stored as null. */
function typed(stored: string | null): string {
  return stored ?? ''
}

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
