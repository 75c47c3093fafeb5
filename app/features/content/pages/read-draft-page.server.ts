import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { buildPage, type ContentPage, type Dress } from '../build-content.server.ts'
import type { PageDocument } from '../page-document.ts'
import { readContentInput } from '../site-content.server.ts'

import { getStoredPage } from './stored-page.server.ts'

type DraftOptions = {
  /** Unsaved changes to show instead of the draft. */
  document?: PageDocument | undefined
  dress?: Dress | undefined
}

/**
 * Returns a page as it would be if its draft, or the given document, were published.
 * @throws {AppError} not-found.
 */
export async function readDraftPage(
  ctx: Ctx,
  id: string,
  document?: PageDocument,
  dress?: Dress,
): Promise<ContentPage> {
  requireActor(ctx, 'content.read')
  return buildDraftPage(ctx, id, { document, dress })
}

/** Does the same for readers whom the caller has authorized without a session. @throws {AppError} not-found. */
export async function buildDraftPage(
  asked: Ctx,
  id: string,
  { document, dress }: DraftOptions = {},
): Promise<ContentPage> {
  const page = await getStoredPage(asked, id)
  const ctx = { ...asked, language: page.language }
  const [input, site] = await Promise.all([readContentInput(ctx), ctx.site(ctx)])
  const { kind, path, position, draft, updatedAt } = page
  // A document that is being typed may be invalid for a moment; its errors are reported when it is saved.
  const log = document ? { error: () => undefined } : ctx.log
  return buildPage({ id, kind, path, position, document: document ?? draft, changedAt: updatedAt }, input, {
    site,
    log,
    dress,
  })
}
