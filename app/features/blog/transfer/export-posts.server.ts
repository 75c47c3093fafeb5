import { strToU8, zipSync } from 'fflate'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { toPostForm } from '../stored-post.ts'

import { writeFrontMatter } from './front-matter.ts'

/** Every post as a Markdown file with front matter, drafts too, in one zip. */
export async function exportPosts(ctx: Ctx): Promise<Uint8Array<ArrayBuffer>> {
  requireActor(ctx)
  const posts = await withTransaction(ctx, async (ctx) => {
    await recordChange(ctx, { what: 'post.exported' })
    return listAll(ctx)
  })
  const files = posts.map((post) => {
    const publishedAt = post.published === 1 ? post.published_at : null
    const text = writeFrontMatter({ form: toPostForm(post), createdAt: post.created_at, publishedAt })
    return [`${post.slug}.md`, strToU8(text)] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 6 }))
}

async function listAll(ctx: Ctx) {
  return ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select(['slug', 'title', 'own_excerpt', 'image_url', 'image_alt', 'tags', 'source'])
    .select(['published', 'published_at', 'created_at'])
    .orderBy('blog_post.id')
    .execute()
}
