import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { renderInPool } from '../content/render-in-pool.server.ts'

import { FOLDING_VERSION, isFoldedAnew } from './fold-words.ts'
import { indexPost } from './post-index.server.ts'

export const indexedFolding = defineSetting({
  key: 'blog-index-folding',
  schema: z.number(),
  defaults: 1,
  audit: null,
})

export const renewPostIndex = defineJob({
  name: 'renew-post-index',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  deadline: HOUR,
  run: async (ctx, _payload, { signal }) => {
    if (!(await isOutdated(ctx))) return
    const posts = await ctx.db.selectFrom('blog_post').select('id').orderBy('id').execute()
    for (const { id } of posts) {
      if (signal.aborted) return
      await renew(ctx, id)
      await yieldToOthers()
    }
    await indexedFolding.save(ctx, FOLDING_VERSION)
  },
})

async function renew(ctx: Ctx, id: string): Promise<void> {
  const find = ({ db }: Ctx) =>
    db
      .selectFrom('blog_post')
      .innerJoin('blog_content', 'post_id', 'id')
      .select(['title', 'tags', 'version', 'source', 'html'])
      .where('id', '=', id)
      .executeTakeFirst()
  const post = await find(ctx)
  if (!post || ![post.title, post.tags, post.html].some(isFoldedAnew)) return
  const rendered = await renderInPool(ctx, post.source).catch((error: unknown) => {
    if (!(error instanceof FieldErrors)) throw error
    ctx.log.warn({ error, id }, 'blog.index_unreadable')
    return null
  })
  if (!rendered) return
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `blog-post:${id}`)
    // One that was saved meanwhile is indexed already.
    if ((await find(ctx))?.version !== post.version) return
    const tags = (JSON.parse(post.tags) as string[]).join(' ')
    await indexPost(ctx, { id, title: post.title, tags, text: rendered.searched })
  })
}

/** Runs at startup, because an upgrade may have changed how texts are folded. */
export async function renewOutdatedPostIndex(ctx: Ctx): Promise<void> {
  if (!(await isOutdated(ctx))) return
  const post = await ctx.db.selectFrom('blog_post').select('id').limit(1).executeTakeFirst()
  if (post) await enqueue(ctx, renewPostIndex, {})
  else await indexedFolding.save(ctx, FOLDING_VERSION)
}

async function isOutdated(ctx: Ctx): Promise<boolean> {
  return (await indexedFolding.read(ctx)) < FOLDING_VERSION
}
