import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type PageDocument, readDocument } from '../page-document.ts'

import { type EditedPage, keepStarter, listedColumns } from './stored-page.server.ts'

/** An editor that was open for longer, or during more changes, cannot be merged and shows both whole texts. */
const KEPT_FOR = 7 * DAY
const MOST_KEPT = 200

/**
 * Replaces a page's draft, and keeps both versions for merging. Runs in the caller's transaction, which has locked the
 * pages.
 * @returns the new version.
 */
export async function storeDraft(ctx: Ctx, page: EditedPage, draft: PageDocument): Promise<number> {
  await keepStarter(ctx, page.id)
  const version = page.version + 1
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('page')
    .set({
      draft: JSON.stringify(draft),
      ...listedColumns(draft, page.published),
      version,
      updated_at: now,
    })
    .where('id', '=', page.id)
    .execute()
  await keepFormerDraft(ctx, { id: page.id, version: page.version, draft: page.draft })
  await keepFormerDraft(ctx, { id: page.id, version, draft })
  await ctx.db
    .deleteFrom('page_former_draft')
    .where('page_id', '=', page.id)
    .where((where) =>
      where.or([where('kept_at', '<', now - KEPT_FOR), where('version', '<=', version - MOST_KEPT)]),
    )
    .execute()
  return version
}

/** Stores the draft of a version that editors may have begun with. Runs in the caller's transaction. */
export async function keepFormerDraft(
  ctx: Ctx,
  { id, version, draft }: Pick<EditedPage, 'id' | 'version' | 'draft'>,
): Promise<void> {
  const kept_at = ctx.clock.now()
  await ctx.db
    .insertInto('page_former_draft')
    .values({ page_id: id, version, document: JSON.stringify(draft), kept_at })
    .onConflict((conflict) => conflict.columns(['page_id', 'version']).doUpdateSet({ kept_at }))
    .execute()
}

/** Returns the draft of a version; null if it is no longer kept. */
export async function findDraftAt(ctx: Ctx, page: EditedPage, version: number): Promise<PageDocument | null> {
  if (version >= page.version) return version === page.version ? page.draft : null
  const row = await ctx.db
    .selectFrom('page_former_draft')
    .select('document')
    .where('page_id', '=', page.id)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? readDocument(row.document) : null
}
