import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { getStoredPage, lockPages, pageSubject } from './stored-page.server.ts'

const MAX_LISTED = 100

/** What was published before, the newest first. */
export async function listPageRevisions(ctx: Ctx, pageId: string) {
  requireActor(ctx)
  return ctx.db
    .selectFrom('page_revision')
    .select(['id', 'made_at', 'made_by'])
    .where('page_id', '=', pageId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Makes an earlier state the draft; visitors see nothing of it until it is published. @throws {AppError} not-found. */
export async function restorePageRevision(
  ctx: Ctx,
  { pageId, revisionId }: { pageId: string; revisionId: string },
): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const page = await getStoredPage(ctx, pageId)
    const revision = await ctx.db
      .selectFrom('page_revision')
      .select('document')
      .where('id', '=', revisionId)
      .where('page_id', '=', pageId)
      .executeTakeFirst()
    if (!revision) throw new AppError('not-found', 'There is no such revision.')
    await ctx.db
      .updateTable('page')
      .set({ draft: revision.document, version: page.version + 1, updated_at: ctx.clock.now() })
      .where('id', '=', pageId)
      .execute()
    await recordChange(ctx, { what: 'page.revision_restored', subject: pageSubject(page) })
  })
}
