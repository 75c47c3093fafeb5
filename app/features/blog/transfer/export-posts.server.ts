import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Zip } from 'fflate'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { toPostForm } from '../post-form.ts'

import { writeFrontMatter } from './front-matter.ts'

/** Bytes of a post to compress before yielding to other requests. */
const STRETCH = 64 * 1024

/**
 * Returns a zip with every post, including drafts, as a Markdown file with front matter. Reads a post only when the
 * client takes it. Yields to the event loop while packing, because SQLite reads synchronously.
 */
export async function exportPosts(ctx: Ctx): Promise<ReadableStream<Uint8Array>> {
  requireActor(ctx, 'content.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'post.exported' }))
  const { Zip, ZipDeflate } = await import('fflate')
  let after = ''
  let zip: Zip
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (isLast) controller.close()
      })
    },
    async pull() {
      const post = await findNext(ctx, after)
      if (!post) return zip.end()
      after = post.id
      const publishedAt = post.published === 1 ? post.published_at : null
      const text = writeFrontMatter({ form: toPostForm(post), createdAt: post.created_at, publishedAt })
      const file = new ZipDeflate(`${post.slug}.md`, { level: 6 })
      zip.add(file)
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += STRETCH) {
        file.push(bytes.subarray(at, at + STRETCH), at + STRETCH >= bytes.length)
        await yieldToOthers()
      }
    },
  })
}

async function findNext(ctx: Ctx, after: string) {
  return ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([
      'id',
      'slug',
      'title',
      'own_excerpt',
      'image_url',
      'image_alt',
      'tags',
      'source',
      'language',
      'author',
    ])
    .select(['published', 'published_at', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
