import type { Ctx } from '#app/platform/context.server.ts'

import { localHtml } from '../remote-images/remote-images.server.ts'
import { readTags } from '../stored-post.ts'

/** Enough for a reader who was away for months, and some hundred kilobytes. */
const MOST = 30

export type FeedPost = {
  slug: string
  title: string
  excerpt: string
  html: string
  tags: string[]
  publishedAt: number
  updatedAt: number
}

/** The newest published posts, whole. @param tag slug, or null for all */
export async function listFeedPosts(ctx: Ctx, tag: string | null): Promise<FeedPost[]> {
  let posts = ctx.db.selectFrom('blog_post').where('published', '=', 1)
  if (tag !== null)
    posts = posts.where('blog_post.id', 'in', (select) =>
      select.selectFrom('blog_tag').select('post_id').where('blog_tag.slug', '=', tag),
    )
  const rows = await posts
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select(['slug', 'title', 'excerpt', 'tags', 'published_at', 'updated_at', 'html'])
    .orderBy('published_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(MOST)
    .execute()
  const local = rows.map(async ({ published_at, updated_at, tags, html, ...post }) => ({
    ...post,
    html: await localHtml(ctx, html),
    tags: readTags(tags),
    publishedAt: published_at ?? 0,
    updatedAt: Math.max(updated_at, published_at ?? 0),
  }))
  return Promise.all(local)
}
