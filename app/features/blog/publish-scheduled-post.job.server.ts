import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { changePostState } from './change-post-state.server.ts'
import { publish, publishJobId, schedule } from '#app/features/editing/publication.ts'
import { postSubject } from './store-post.server.ts'

/**
 * Schedules the publication of a post. A second call replaces the first. If the time is past, the post is published at
 * once. The caller records the change in the audit log.
 * @param at milliseconds UTC
 * @throws {AppError} not-found.
 */
export async function schedulePublication(ctx: Ctx, id: string, at: number): Promise<void> {
  await changePostState(ctx, id, (before) => schedule(before, at))
  const jobId = publishJobId('post', id, at)
  // The same time may be scheduled again after it was cancelled.
  await ctx.db.deleteFrom('job').where('id', '=', jobId).where('state', '!=', 'running').execute()
  await enqueue(ctx, publishScheduledPost, { id, at }, { id: jobId, runAt: at })
}

/** Publishes a post if it is still scheduled for that time; a changed schedule has its own job. */
export const publishScheduledPost = defineJob({
  name: 'publish-scheduled-post',
  lane: 'publishing',
  payload: z.object({ id: z.string(), at: z.number() }),
  async run(ctx, { id, at }) {
    await withTransaction(ctx, async (ctx) => {
      const due = await ctx.db
        .selectFrom('blog_post')
        .select('id')
        .where('id', '=', id)
        .where('publish_at', '=', at)
        .where('published', '=', 0)
        .executeTakeFirst()
      if (!due) return
      const post = await changePostState(ctx, id, publish)
      await recordChange(ctx, { what: 'post.published', subject: postSubject(post) })
    })
  },
})
