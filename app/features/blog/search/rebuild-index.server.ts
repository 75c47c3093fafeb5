import type { Ctx } from '#app/platform/context.server.ts'

import { textOf } from '#app/features/editing/html-tree.ts'

import { foldText } from './fold-words.ts'
import { indexPost } from './post-index.server.ts'

const POSTS_AT_ONCE = 100

/** Rebuilds the full-text index, which backups leave out. Runs in the caller's transaction. */
export async function rebuildPostIndex(ctx: Ctx): Promise<void> {
  // Imported here, because the server needs the HTML parser for nothing else.
  const { parseHtml } = await import('../content/safe-html.server.ts')
  for (let after = ''; ;) {
    const posts = await ctx.db
      .selectFrom('blog_post')
      .innerJoin('blog_content', 'post_id', 'id')
      .select(['id', 'title', 'tags', 'html'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(POSTS_AT_ONCE)
      .execute()
    for (const { id, title, tags, html } of posts)
      await indexPost(ctx, {
        id,
        title,
        tags: (JSON.parse(tags) as string[]).join(' '),
        text: foldText(textOf(parseHtml(html))),
      })
    const last = posts.at(-1)
    if (!last) return
    after = last.id
  }
}
