import { z } from 'zod'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { wantRemoteImages } from './remote-images.server.ts'

/** Queues the download of pictures in posts older than the feature. The migration queues this job once. */
export const findRemoteImages = defineJob({
  name: 'find-remote-images',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const posts = await ctx.db.selectFrom('blog_post').select('id').execute()
    for (const { id } of posts) {
      signal.throwIfAborted()
      const post = await ctx.db
        .selectFrom('blog_post')
        .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
        .select(['html', 'image_url'])
        .where('blog_post.id', '=', id)
        .executeTakeFirst()
      if (!post) continue
      await withTransaction(ctx, (ctx) =>
        wantRemoteImages(ctx, { html: post.html, imageUrl: post.image_url }),
      )
    }
  },
})
