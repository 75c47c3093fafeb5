import type { PostForm } from './post-form.ts'

type StoredFields = {
  title: string
  slug: string
  source: string
  own_excerpt: string | null
  image_url: string | null
  image_alt: string | null
  tags: string
}

/** Tag names out of their column. */
export function readTags(json: string): string[] {
  return JSON.parse(json) as string[]
}

/** What is stored, as the editor holds it. */
export function toPostForm(post: StoredFields): PostForm {
  return {
    title: post.title,
    slug: post.slug,
    content: post.source,
    excerpt: post.own_excerpt ?? '',
    imageUrl: post.image_url ?? '',
    imageAlt: post.image_alt ?? '',
    tags: readTags(post.tags).join(', '),
  }
}
