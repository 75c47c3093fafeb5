import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePostState } from './change-post-state.server.ts'
import { postSubject } from './post-subject.ts'
import { publishScheduledPost, scheduleJobId } from './publish-scheduled-post.job.server.ts'

/**
 * Plans a post's publishing. A time in the past, or one that passed while no process ran, is made up for at once; a new
 * plan takes the place of the old.
 * @param input.at milliseconds UTC
 * @throws {AppError} not-found.
 */
export async function schedulePost(ctx: Ctx, { id, at }: { id: string; at: number }): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const post = await changePostState(ctx, id, { published: 0, publish_at: at })
    const jobId = scheduleJobId(id, at)
    // The same time may be planned again after it was taken back.
    await ctx.db.deleteFrom('job').where('id', '=', jobId).where('state', '!=', 'running').execute()
    await enqueue(ctx, publishScheduledPost, { id, at }, { id: jobId, runAt: at })
    await recordChange(ctx, { what: 'post.scheduled', subject: postSubject(post) })
  })
}
