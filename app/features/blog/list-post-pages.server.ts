import type { Ctx } from '#app/platform/context.server.ts'

/** A sitemap holds 50,000 addresses at most. */
const MOST = 45_000

/** The published posts as pages that may be found, the newest first. */
export async function listPostPages(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('blog_post')
    .select(['slug', 'title', 'excerpt', 'updated_at', 'published_at'])
    .where('published', '=', 1)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((post) => ({
    path: `/blog/${post.slug}`,
    title: post.title,
    description: post.excerpt,
    changedAt: Math.max(post.updated_at, post.published_at ?? 0),
  }))
}

/** The title of the published post whose page stands at a path; null where none does. */
export async function findPostTitle(ctx: Ctx, path: string): Promise<string | null> {
  const slug = /^\/blog\/([a-z0-9-]+)$/.exec(path)?.[1]
  if (!slug) return null
  const row = await ctx.db
    .selectFrom('blog_post')
    .select('title')
    .where('slug', '=', slug)
    .where('published', '=', 1)
    .executeTakeFirst()
  return row?.title ?? null
}
