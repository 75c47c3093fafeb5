import type { Ctx } from '#app/platform/context.server.ts'

import { textOf } from '#app/features/editing/html-tree.ts'

import { indexPost } from './post-index.server.ts'

const POSTS_AT_ONCE = 100

/** Rebuilds the full-text index, which backups leave out. Runs in the caller's transaction. */
export async function rebuildPostIndex(ctx: Ctx): Promise<void> {
  for (let after = ''; ;) {
    const posts = await storedPosts(ctx).where('id', '>', after).orderBy('id').limit(POSTS_AT_ONCE).execute()
    for (const post of posts) await indexStored(ctx, post)
    const last = posts.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Indexes one post anew, if it is still there. Runs in the caller's transaction. */
export async function indexPostAgain(ctx: Ctx, id: string): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, `blog-post:${id}`)
  const post = await storedPosts(ctx).where('id', '=', id).executeTakeFirst()
  if (post) await indexStored(ctx, post)
}

function storedPosts(ctx: Ctx) {
  return ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'post_id', 'id')
    .select(['id', 'title', 'tags', 'html'])
}

type StoredPost = { id: string; title: string; tags: string; html: string }

async function indexStored(ctx: Ctx, { id, title, tags, html }: StoredPost): Promise<void> {
  // Imported here, because the server needs the HTML parser for nothing else.
  const { parseHtml } = await import('../content/safe-html.server.ts')
  const text = textOf(parseHtml(html))
  await indexPost(ctx, { id, title, tags: (JSON.parse(tags) as string[]).join(' '), text })
}
