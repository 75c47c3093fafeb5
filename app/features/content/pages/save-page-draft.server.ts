import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PageDocument } from '../page-document.ts'

import { requireSound } from './create-page.server.ts'
import { getStoredPage, keepStarter, lockPages } from './stored-page.server.ts'

/** The page was changed since the editor read it: it carries the draft of now, to be merged with what was typed. */
export class StalePage extends AppError {
  override name = 'StalePage'
  readonly version: number
  readonly current: PageDocument

  constructor(version: number, current: PageDocument) {
    super('conflict', 'This page was changed elsewhere since you opened it. Nothing was overwritten.')
    this.version = version
    this.current = current
  }
}

export type PageDraft = {
  id: string
  /** The version that the editor began from. */
  version: number
  document: unknown
}

/**
 * Keeps what is edited, unseen by visitors.
 * @throws {StalePage} when it was changed by somebody else meanwhile.
 * @throws {FieldErrors} by place.
 * @throws {AppError} not-found.
 */
export async function savePageDraft(
  ctx: Ctx,
  { id, version, document }: PageDraft,
): Promise<{ version: number }> {
  requireActor(ctx)
  const draft = await requireSound(ctx, document)
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const page = await getStoredPage(ctx, id)
    if (page.version !== version) throw new StalePage(page.version, page.draft)
    await keepStarter(ctx, id)
    await ctx.db
      .updateTable('page')
      .set({ draft: JSON.stringify(draft), version: version + 1, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute()
    return { version: version + 1 }
  })
}
