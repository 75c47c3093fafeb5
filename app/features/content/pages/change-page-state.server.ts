import type { Updateable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { PageTable } from '#app/platform/db/schema/page.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { announceAddresses } from '#app/platform/search-engines/tell-search-engines.job.server.ts'

import { announceContent } from '../announce-content.server.ts'
import { type PageDocument, readDocument } from '../page-document.ts'

import {
  type EditedPage,
  getStoredPage,
  keepStarter,
  listedColumns,
  lockPages,
} from './stored-page.server.ts'
import { keepFormerDraft } from './store-draft.server.ts'

type StateChange = Pick<
  Updateable<PageTable>,
  'published_at' | 'publish_at' | 'path' | 'deleted_at' | 'deleted_path'
> & { published?: PageDocument | null }

/**
 * Changes whether, when and where a page is public, and tells every instance. Increments the version, so that an editor
 * opened before cannot restore the old state unnoticed. Runs in the caller's transaction.
 * @throws {AppError} not-found, or whatever `makeChange` throws.
 */
export async function changePageState(
  ctx: Ctx,
  id: string,
  makeChange: (page: EditedPage, ctx: Ctx) => StateChange | Promise<StateChange>,
): Promise<EditedPage> {
  await lockPages(ctx)
  const page = await getStoredPage(ctx, id)
  const change = await makeChange(page, ctx)
  const { published, ...columns } = change
  await keepStarter(ctx, id)
  await keepFormerDraft(ctx, page)
  await ctx.db
    .updateTable('page')
    .set({
      ...columns,
      ...(published !== undefined && {
        published: published === null ? null : JSON.stringify(published),
        ...listedColumns(page.draft, published),
      }),
      version: page.version + 1,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', id)
    .execute()
  // From now on its versions are public only with it.
  if (published !== undefined && page.language === null)
    await ctx.db.updateTable('page').set({ stands_alone: 0 }).where('source_id', '=', id).execute()
  await announceContent(ctx)
  const paths = addressesToTell(page, change)
  if (paths.length > 0) await announceAddresses(ctx, paths)
  return page
}

/** Returns the addresses whose content changes for search engines. */
function addressesToTell(page: EditedPage, { published = page.published, ...change }: StateChange): string[] {
  const isSame = published === page.published && (change.path === undefined || change.path === page.path)
  const isFound = (document: PageDocument | null) =>
    document !== null && !document.noindex && !document.service?.isContactOnly
  if (isSame || !(isFound(page.published) || isFound(published))) return []
  return [...new Set([page.path, change.path ?? page.path])]
}

/** Refuses to move or remove the home and contact pages. @throws {AppError} invalid. */
export function refuseFixed({ id, language }: EditedPage): void {
  if (language === null && isFixed(id))
    throw new AppError(
      'invalid',
      'This page has to stay published at its address. You can change everything on it.',
    )
}

export function isFixed(id: string): boolean {
  return id === 'home' || id === 'contact'
}

/** Publishes the draft, and stores it as a revision. Runs in the caller's transaction. */
export async function publishDraft(ctx: Ctx, id: string): Promise<EditedPage> {
  const now = ctx.clock.now()
  const page = await changePageState(ctx, id, ({ draft }) => ({
    published: draft,
    published_at: now,
    publish_at: null,
  }))
  await insertRevision(ctx, id, page.draft)
  return page
}

/** Returns the last published document of a page, if a revision holds it. */
export async function findLastRevision(ctx: Ctx, id: string): Promise<PageDocument | null> {
  const last = await ctx.db
    .selectFrom('page_revision')
    .select('document')
    .where('page_id', '=', id)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? readDocument(last.document) : null
}

/** Stores a revision unless the last one is the same; a page of the starter may have none. */
export async function keepRevision(ctx: Ctx, id: string, document: PageDocument): Promise<void> {
  const last = await findLastRevision(ctx, id)
  if (JSON.stringify(last) !== JSON.stringify(document)) await insertRevision(ctx, id, document)
}

async function insertRevision(ctx: Ctx, id: string, document: PageDocument): Promise<void> {
  await ctx.db
    .insertInto('page_revision')
    .values({
      id: newId(),
      page_id: id,
      document: JSON.stringify(document),
      made_at: ctx.clock.now(),
      made_by: ctx.actor?.email ?? null,
    })
    .execute()
}
