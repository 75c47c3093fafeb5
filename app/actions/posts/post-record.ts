import { z } from 'zod'

import type { listPostsAfter } from '#app/features/blog/list-posts.server.ts'
import { readTags } from '#app/features/blog/post-form.ts'

import { id, isoTime, isoTimeOrNull, time } from '../fields.ts'

export const postRecord = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  path: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  isPublished: z.boolean(),
  publishedAt: time.nullable(),
  publishAt: time.nullable().describe('When it is to be published'),
  updatedAt: time,
  version: z.int(),
  language: z.string().nullable().describe('Null for the site’s language'),
  author: z.string().nullable(),
})

export const postDetail = postRecord.extend({
  content: z.string().describe('Markdown or HTML'),
})

type Row = Omit<Awaited<ReturnType<typeof listPostsAfter>>[number], 'created_at'>

export function toPostRecord(post: Row): z.input<typeof postRecord> {
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    path: `/blog/${post.slug}`,
    excerpt: post.excerpt,
    tags: readTags(post.tags),
    isPublished: post.published === 1,
    publishedAt: isoTimeOrNull(post.published_at),
    publishAt: isoTimeOrNull(post.publish_at),
    updatedAt: isoTime(post.updated_at),
    version: post.version,
    language: post.language,
    author: post.author,
  }
}
