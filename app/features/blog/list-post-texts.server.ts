import { setImmediate as othersFirst } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'

/** Of a longer blog the newest answer questions. */
const MOST = 2000
/** Posts read at once: some may be long. */
const SLICE = 20

/** Reads the published posts with their rendered HTML, in slices. @returns HTML that has been sanitized */
export async function* eachPostText(ctx: Ctx): AsyncGenerator<{ path: string; title: string; html: string }> {
  const posts = await ctx.db
    .selectFrom('blog_post')
    .select('id')
    .where('published', '=', 1)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  for (let at = 0; at < posts.length; at += SLICE) {
    await othersFirst()
    const ids = posts.slice(at, at + SLICE).map(({ id }) => id)
    const texts = await ctx.db
      .selectFrom('blog_post')
      .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
      .select(['slug', 'title', 'html'])
      .where('blog_post.id', 'in', ids)
      .where('published', '=', 1)
      .orderBy('published_at', 'desc')
      .orderBy('blog_post.id', 'desc')
      .execute()
    for (const { slug, title, html } of texts) yield { path: `/blog/${slug}`, title, html }
  }
}
