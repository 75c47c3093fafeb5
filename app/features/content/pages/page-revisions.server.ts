import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type PageDocument, readDocument } from '../page-document.ts'

import { type ComparedField, compareDocuments } from './document-texts.server.ts'
import { storeDraft } from './store-draft.server.ts'
import { getStoredPage, lockPages, pageSubject } from './stored-page.server.ts'

const MAX_LISTED = 100

export async function listPageRevisions(ctx: Ctx, pageId: string) {
  requireActor(ctx, 'content.read')
  return ctx.db
    .selectFrom('page_revision')
    .select(['id', 'made_at', 'made_by'])
    .where('page_id', '=', pageId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Compares a revision with the draft, field by field. @throws {AppError} not-found. */
export async function comparePageRevision(
  ctx: Ctx,
  { pageId, revisionId }: RevisionOf,
): Promise<ComparedField[]> {
  requireActor(ctx, 'content.read')
  const [page, revision] = await Promise.all([
    getStoredPage(ctx, pageId),
    getRevision(ctx, { pageId, revisionId }),
  ])
  return compareDocuments(revision, page.draft)
}

/** Makes a revision the draft, which visitors do not see until it is published. @throws {AppError} not-found. */
export async function restorePageRevision(ctx: Ctx, { pageId, revisionId }: RevisionOf): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const page = await getStoredPage(ctx, pageId)
    await storeDraft(ctx, page, await getRevision(ctx, { pageId, revisionId }))
    await recordChange(ctx, { what: 'page.revision_restored', subject: pageSubject(page) })
  })
}

type RevisionOf = { pageId: string; revisionId: string }

async function getRevision(ctx: Ctx, { pageId, revisionId }: RevisionOf): Promise<PageDocument> {
  const revision = await ctx.db
    .selectFrom('page_revision')
    .select('document')
    .where('id', '=', revisionId)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  const document = revision ? readDocument(revision.document) : null
  if (!document) throw new AppError('not-found', 'There is no such revision.')
  return document
}
