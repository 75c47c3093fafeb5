import type { Ctx } from '#app/platform/context.server.ts'

import { slugOfTag } from './content/slug-of-tag.ts'
import type { TagLink } from './list-published-posts.server.ts'

/** The tag at an address, as the newest published post spells it; null where no published post has it. */
export async function findTag(ctx: Ctx, slug: string): Promise<TagLink | null> {
  if (slugOfTag(slug) !== slug) return null
  const row = await ctx.db
    .selectFrom('blog_tag')
    .innerJoin('blog_post', 'blog_post.id', 'blog_tag.post_id')
    .select('name')
    .where('blog_tag.slug', '=', slug)
    .where('published', '=', 1)
    .orderBy('blog_tag.post_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { name: row.name, path: `/blog/tag/${encodeURIComponent(slug)}` } : null
}
