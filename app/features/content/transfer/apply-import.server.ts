import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type Change, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { announceContent } from '../announce-content.server.ts'
import {
  type EditedPage,
  freePaths,
  keepStarter,
  listedColumns,
  listStoredPages,
  lockPages,
} from '../pages/stored-page.server.ts'

import { canonicalDocument, isSameDocument } from './canonical-document.ts'
import type { ArchivedPage } from './archive-format.ts'
import type { ImportPlan } from './check-archive.server.ts'
import { putLanguages } from './transfer-languages.server.ts'

export type ImportCounts = { pages: number; changed: number; deleted: number }

/** Replaces the site's content with an archive in one transaction. Unchanged pages are left alone. */
export async function applyImport(
  ctx: Ctx,
  { pages, languages, redirects, settings }: ImportPlan,
  by?: Change['by'],
): Promise<ImportCounts> {
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const before = new Map((await listStoredPages(ctx)).map((page) => [page.id, page]))
    const changed = pages.filter((page) => isChanged(page, before.get(page.id)))
    const kept = new Set(pages.map(({ id }) => id))
    const deleted = [...before.keys()].filter((id) => !kept.has(id))
    const moving = [...changed.map(({ id }) => id), ...deleted]
    for (const id of moving) await keepStarter(ctx, id)
    // Pages may exchange paths, which must be unique at all times.
    await freePaths(ctx, moving)
    for (const id of deleted) await takeAway(ctx, id, before.get(id)?.path)
    for (const page of changed) {
      await yieldToOthers()
      await putPage(ctx, page, before.get(page.id))
    }
    if (languages) await putLanguages(ctx, languages, pages)
    await ctx.db.deleteFrom('page_address').execute()
    for (const [path, page_id] of redirects)
      if (await isStored(ctx, page_id))
        await ctx.db.insertInto('page_address').values({ path, page_id }).execute()
    for (const { setting, value } of settings) await setting.store(ctx, value)
    await announceContent(ctx)
    await recordChange(ctx, {
      what: 'content.imported',
      subject: { id: 'content', path: '/admin/transfer' },
      ...(by && { by }),
    })
    return { pages: pages.length, changed: changed.length, deleted: deleted.length }
  })
}

function isChanged(page: ArchivedPage, before: EditedPage | undefined): boolean {
  if (!before || (['kind', 'path', 'position'] as const).some((name) => page[name] !== before[name]))
    return true
  return !isSameDocument(page.draft, before.draft) || !isSameDocument(page.published, before.published)
}

/** Like `deletePage`, keeps the row, so that a page of the starter does not reappear. */
async function takeAway(ctx: Ctx, id: string, path: string | undefined): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('page')
    .set((set) => ({
      path: null,
      published: null,
      publish_at: null,
      deleted_at: now,
      deleted_path: path ?? null,
      updated_at: now,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await ctx.db.deleteFrom('page_preview').where('page_id', '=', id).execute()
}

async function putPage(ctx: Ctx, page: ArchivedPage, before: EditedPage | undefined): Promise<void> {
  const now = ctx.clock.now()
  const { id, kind, path, position } = page
  const draft = canonicalDocument(page.draft)
  const published = page.published && canonicalDocument(page.published)
  const stored = published && JSON.stringify(published)
  const isNew = !isSameDocument(published, before?.published ?? null)
  const row = {
    kind,
    path,
    position,
    draft: JSON.stringify(draft),
    published: stored,
    publish_at: null,
    deleted_at: null,
    deleted_path: null,
    updated_at: now,
    ...listedColumns(draft, published),
  }
  await ctx.db
    .insertInto('page')
    .values({ id, ...row, version: 1, published_at: stored === null ? null : now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        ...row,
        version: set('page.version', '+', 1),
        ...(isNew && { published_at: now }),
      })),
    )
    .execute()
  if (stored === null || !isNew) return
  await ctx.db
    .insertInto('page_revision')
    .values({ id: newId(), page_id: id, document: stored, made_at: now, made_by: ctx.actor?.email ?? null })
    .execute()
}

/** Gives a page of the starter a row first, because former addresses refer to rows. */
async function isStored(ctx: Ctx, id: string): Promise<boolean> {
  await keepStarter(ctx, id)
  return (await ctx.db.selectFrom('page').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
