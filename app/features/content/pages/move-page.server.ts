import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changePageState, refuseFixed } from './change-page-state.server.ts'
import { requireFreePath } from './read-pages.server.ts'
import { pageSubject } from './stored-page.server.ts'

/**
 * Moves a page to another address at once; the former address redirects permanently.
 * @throws {FieldErrors} path: not allowed, or taken by another page.
 * @throws {AppError} not-found, or invalid for a page that must keep its address.
 */
export async function movePage(ctx: Ctx, { id, path }: { id: string; path: string }): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const page = await changePageState(ctx, id, async (before, ctx) => {
      refuseFixed(before)
      if (before.path === path) throw new FieldErrors({ path: 'The page already has this address.' })
      await requireFreePath(ctx, path, id)
      return { path }
    })
    await ctx.db.deleteFrom('page_address').where('path', '=', path).execute()
    await ctx.db
      .insertInto('page_address')
      .values({ path: page.path, page_id: id })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ page_id: id }))
      .execute()
    await recordChange(ctx, { what: 'page.moved', subject: pageSubject(page) })
  })
}
