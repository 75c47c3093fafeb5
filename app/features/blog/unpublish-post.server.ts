import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePostState } from './change-post-state.server.ts'

/** Takes a post back: a draft again, no longer planned. @throws {AppError} not-found. */
export async function unpublishPost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, (ctx) => changePostState(ctx, id, { published: 0, publish_at: null }))
}
