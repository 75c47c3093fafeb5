import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { changePostState } from './change-post-state.server.ts'
import { postSubject } from './post-subject.ts'

/** One job for each post and time, by which the admin finds what became of it. */
export function scheduleJobId(postId: string, at: number): string {
  return `publish-post:${postId}@${at}`
}

/** Publishes a post if it is still planned for that very time; a plan that was changed is another job's. */
export const publishScheduledPost = defineJob({
  name: 'publish-scheduled-post',
  lane: 'publishing',
  payload: z.object({ id: z.string(), at: z.number() }),
  async run(ctx, { id, at }) {
    await withTransaction(ctx, async (ctx) => {
      const planned = await ctx.db
        .selectFrom('blog_post')
        .select('id')
        .where('id', '=', id)
        .where('publish_at', '=', at)
        .where('published', '=', 0)
        .executeTakeFirst()
      if (!planned) return
      const post = await changePostState(ctx, id, { published: 1, publish_at: null })
      await recordChange(ctx, { what: 'post.published', subject: postSubject(post) })
    })
  },
})
