import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { FOLDING_VERSION } from './fold-words.ts'
import { indexPostAgain } from './rebuild-index.server.ts'

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
      await withTransaction(ctx, (ctx) => indexPostAgain(ctx, id))
      await yieldToOthers()
    }
    await indexedFolding.save(ctx, FOLDING_VERSION)
  },
})

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
