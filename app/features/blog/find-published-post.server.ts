import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { OutlineEntry } from './content/html-transforms.server.ts'
import { datesOf } from '#app/features/editing/publication.ts'
import { ofAnyLanguage } from './post-languages.server.ts'
import { localHtml, withLocalCovers } from './remote-images/remote-images.server.ts'
import { formerPathOf } from './transfer/former-addresses.ts'
import { cardColumns, type PostCard, toCard } from './list-published-posts.server.ts'

export type PublishedPost = PostCard & {
  id: string
  updatedAt: number
  words: number
  author: string | null
  html: string
  outline: OutlineEntry[]
}

/** Returns the address of the published post that other software had at this path before it was imported, or null. */
export async function findFormerPost(ctx: Ctx, pathname: string): Promise<string | null> {
  const path = formerPathOf(pathname)
  // PostgreSQL rejects the null character.
  if (path === null || path.includes('\0')) return null
  const row = await ctx.db
    .selectFrom('blog_former_path')
    .innerJoin('blog_post', 'blog_post.id', 'post_id')
    .select('slug')
    .where('path', '=', path)
    .where('published', '=', 1)
    .where(await ofAnyLanguage(ctx))
    .executeTakeFirst()
  return row ? `/blog/${row.slug}` : null
}

/** Returns the published post with this current or former slug, or null. */
export async function findPublishedPost(ctx: Ctx, slug: string): Promise<PublishedPost | null> {
  // No other slugs exist, and PostgreSQL rejects some characters.
  if (!/^[a-z0-9-]+$/.test(slug)) return null
  const row = await ctx.db
    .selectFrom('blog_slug')
    .innerJoin('blog_post', 'blog_post.id', 'blog_slug.post_id')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([...cardColumns, 'blog_post.id', 'updated_at', 'words', 'author', 'html', 'outline'])
    .where('blog_slug.slug', '=', slug)
    .where('published', '=', 1)
    .where(await ofAnyLanguage(ctx))
    .executeTakeFirst()
  if (!row) return null
  const [card] = await withLocalCovers(ctx, [toCard(row)])
  return {
    ...assertDefined(card, 'each post that goes in comes out'),
    id: row.id,
    updatedAt: datesOf(row).updatedAt,
    words: row.words,
    author: row.author,
    html: await localHtml(ctx, row.html),
    outline: JSON.parse(row.outline) as OutlineEntry[],
  }
}
