import { sql } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { bringBack, type Deletion, keepDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { announceContent } from '../announce-content.server.ts'

import { changePageState, refuseFixed } from './change-page-state.server.ts'
import { requireFreePath } from './read-pages.server.ts'
import { queuePublication } from './publish-page.server.ts'
import { keepStarter, lockPages } from './stored-page.server.ts'

/**
 * Deletes a page, and frees its addresses. The row stays, so that a page of the starter does not reappear. The deletion
 * can be undone for a while; later the page can be restored as a draft.
 * @throws {AppError} not-found, or invalid for a page that is needed.
 */
export async function deletePage(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    await keepStarter(ctx, id)
    const deletion = await keepDeleted(ctx, {
      kind: 'page',
      subjectId: id,
      parts: [
        { table: 'page_address', where: sql`page_id = ${id}` },
        { table: 'page_preview', where: sql`page_id = ${id}` },
        { table: 'page', where: sql`id = ${id}`, emptied: 'published' },
        { table: 'page', where: sql`id = ${id}`, emptied: 'publish_at' },
      ],
    })
    const { draft } = await changePageState(ctx, id, (before) => {
      refuseFixed(before)
      return {
        published: null,
        publish_at: null,
        path: null,
        deleted_path: before.path,
        deleted_at: ctx.clock.now(),
      }
    })
    await ctx.db.deleteFrom('page_address').where('page_id', '=', id).execute()
    await ctx.db.deleteFrom('page_preview').where('page_id', '=', id).execute()
    await recordChange(ctx, { what: 'page.deleted', subject: { id, title: draft.name } })
    return deletion
  })
}

/**
 * Undoes a deletion: the page is public as before, and its former addresses and preview links work again.
 * @throws {AppError} not-found once it is too late, conflict if an address was taken since.
 */
export async function undeletePage(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const { subjectId: id } = await bringBack(ctx, { id: deletionId, kind: 'page' })
    await restorePage(ctx, { id })
    const { publishAt } = await changePageState(ctx, id, ({ published }) => ({ published }))
    if (publishAt !== null) await queuePublication(ctx, id, publishAt)
    return id
  })
}

/**
 * Restores a deleted page as a draft, at its former address or another.
 * @throws {FieldErrors} path: not allowed, or taken by another page, which is named.
 * @throws {AppError} not-found.
 */
export async function restorePage(
  ctx: Ctx,
  { id, path }: { id: string; path?: string },
): Promise<{ path: string }> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const page = await ctx.db
      .selectFrom('page')
      .select(['name', 'deleted_path', 'version'])
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (!page) throw new AppError('not-found', 'There is no such deleted page. It may have been restored.')
    const wanted = path ?? page.deleted_path ?? `/${id}`
    await requireFreePath(ctx, wanted, id)
    await ctx.db.deleteFrom('page_address').where('path', '=', wanted).execute()
    await ctx.db
      .updateTable('page')
      .set({
        path: wanted,
        deleted_at: null,
        deleted_path: null,
        version: page.version + 1,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', id)
      .execute()
    await announceContent(ctx)
    await recordChange(ctx, {
      what: 'page.restored',
      subject: { id, title: page.name, path: `/admin/pages/${id}` },
    })
    return { path: wanted }
  })
}
