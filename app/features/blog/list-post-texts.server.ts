import type { Ctx } from '#app/platform/context.server.ts'

/** Of a longer blog the newest answer questions. */
const MOST = 2000

/** The published posts as visitors read them. @returns html safe to show */
export async function listPostTexts(ctx: Ctx): Promise<{ path: string; title: string; html: string }[]> {
  const rows = await ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select(['slug', 'title', 'html'])
    .where('published', '=', 1)
    .orderBy('published_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ slug, title, html }) => ({ path: `/blog/${slug}`, title, html }))
}
