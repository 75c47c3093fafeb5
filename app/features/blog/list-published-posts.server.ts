import type { Ctx } from '#app/platform/context.server.ts'

import { postIndexOf, searchWords } from './search/post-index.server.ts'
import { slugOfTag } from './content/slug-of-tag.ts'
import { readTags } from './stored-post.ts'

export const POSTS_PER_PAGE = 12

export type TagLink = { name: string; path: string }

/** What a card shows. */
export type PostCard = {
  slug: string
  title: string
  excerpt: string
  imageUrl: string | null
  imageAlt: string | null
  tags: TagLink[]
  /** Milliseconds UTC. */
  publishedAt: number
}

export type PostPage = { posts: PostCard[]; total: number; page: number; pages: number }

type PublishedQuery = {
  /** From 1. */
  page: number
  /** Slug of a tag. */
  tag?: string
  /** Words typed into the search; the best match comes first. */
  q?: string
}

/** A page of what visitors may read, the newest first. A page beyond the last is empty. */
export async function listPublishedPosts(ctx: Ctx, query: PublishedQuery): Promise<PostPage> {
  const words = query.q === undefined ? null : searchWords(query.q)
  if (words?.length === 0) return { posts: [], total: 0, page: 1, pages: 1 }
  const posts = words ? foundPosts(ctx, words) : allPosts(ctx, query.tag)
  const { total } = await posts
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ordered = words ? foundPosts(ctx, words).orderBy('found.rank') : allPosts(ctx, query.tag)
  const rows = await ordered
    .select(cardColumns)
    .orderBy('published_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((query.page - 1) * POSTS_PER_PAGE)
    .execute()
  return {
    posts: rows.map(toCard),
    total,
    page: query.page,
    pages: Math.max(1, Math.ceil(total / POSTS_PER_PAGE)),
  }
}

function allPosts(ctx: Ctx, tag: string | undefined) {
  const posts = ctx.db.selectFrom('blog_post').where('published', '=', 1)
  if (tag === undefined) return posts
  return posts.where('blog_post.id', 'in', (select) =>
    select.selectFrom('blog_tag').select('post_id').where('blog_tag.slug', '=', tag),
  )
}

function foundPosts(ctx: Ctx, words: readonly string[]) {
  return ctx.db
    .selectFrom(postIndexOf(ctx).matches(words, 'all').as('found'))
    .innerJoin('blog_post', 'blog_post.id', 'found.post_id')
    .where('published', '=', 1)
}

export const cardColumns = [
  'blog_post.slug',
  'blog_post.title',
  'blog_post.excerpt',
  'blog_post.image_url',
  'blog_post.image_alt',
  'blog_post.tags',
  'blog_post.published_at',
] as const

type CardRow = {
  slug: string
  title: string
  excerpt: string
  image_url: string | null
  image_alt: string | null
  tags: string
  published_at: number | null
}

export function toCard(row: CardRow): PostCard {
  return {
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    tags: toTagLinks(row.tags),
    publishedAt: row.published_at ?? 0,
  }
}

export function toTagLinks(json: string): TagLink[] {
  return readTags(json).map((name) => ({ name, path: `/blog/tag/${encodeURIComponent(slugOfTag(name))}` }))
}
