import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePostState } from './change-post-state.server.ts'
import { postSubject } from './post-subject.ts'

/** Takes a post back: a draft again, no longer planned. @throws {AppError} not-found. */
export async function unpublishPost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const post = await changePostState(ctx, id, { published: 0, publish_at: null })
    await recordChange(ctx, { what: 'post.unpublished', subject: postSubject(post) })
  })
}
