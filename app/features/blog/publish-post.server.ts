import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePostState } from './change-post-state.server.ts'
import { postSubject } from './post-subject.ts'

/** Shows a post to everybody, at once and on every instance. @throws {AppError} not-found. */
export async function publishPost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const post = await changePostState(ctx, id, { published: 1, publish_at: null })
    await recordChange(ctx, { what: 'post.published', subject: postSubject(post) })
  })
}
