import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePageState, refuseFixed } from './change-page-state.server.ts'

/**
 * Takes a page away, and frees its addresses. Its row stays, by which a page of the starter does not come back.
 * @throws {AppError} not-found, or invalid for a page that is needed.
 */
export async function deletePage(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const { draft } = await changePageState(ctx, id, (before) => {
      refuseFixed(before)
      return { published: null, publish_at: null, path: null, deleted_at: ctx.clock.now() }
    })
    await ctx.db.deleteFrom('page_address').where('page_id', '=', id).execute()
    await recordChange(ctx, { what: 'page.deleted', subject: { id, title: draft.name } })
  })
}
