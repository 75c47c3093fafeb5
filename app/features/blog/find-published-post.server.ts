import type { Ctx } from '#app/platform/context.server.ts'

import type { OutlineEntry } from './content/finish-tree.server.ts'
import { localHtml, withLocalCovers } from './remote-images/remote-images.server.ts'
import { cardColumns, type PostCard, toCard } from './list-published-posts.server.ts'

export type PublishedPost = PostCard & {
  id: string
  updatedAt: number
  words: number
  /** Safe to show. */
  html: string
  outline: OutlineEntry[]
}

/** What visitors may read under an address, its own or a former one; null where there is nothing. */
export async function findPublishedPost(ctx: Ctx, slug: string): Promise<PublishedPost | null> {
  // Whatever else stands in an address was never a post's, and PostgreSQL refuses some of it.
  if (!/^[a-z0-9-]+$/.test(slug)) return null
  const row = await ctx.db
    .selectFrom('blog_slug')
    .innerJoin('blog_post', 'blog_post.id', 'blog_slug.post_id')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([...cardColumns, 'blog_post.id', 'updated_at', 'words', 'html', 'outline'])
    .where('blog_slug.slug', '=', slug)
    .where('published', '=', 1)
    .executeTakeFirst()
  if (!row) return null
  const [card = { ...toCard(row), imageUrl: null }] = await withLocalCovers(ctx, [toCard(row)])
  return {
    ...card,
    id: row.id,
    updatedAt: Math.max(row.updated_at, row.published_at ?? 0),
    words: row.words,
    html: await localHtml(ctx, row.html),
    outline: JSON.parse(row.outline) as OutlineEntry[],
  }
}
