import type { Updateable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { PageTable } from '#app/platform/db/schema/page.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import { announceContent } from '../announce-content.server.ts'

import { type EditedPage, getStoredPage, keepStarter, lockPages } from './stored-page.server.ts'

type StateChange = Pick<
  Updateable<PageTable>,
  'published' | 'published_at' | 'publish_at' | 'path' | 'deleted_at'
>

/**
 * Changes whether, when and where a page is seen, and tells every instance. Its version goes up, so that an editor opened
 * before cannot put the old state back unawares. Runs in the caller's transaction.
 * @throws {AppError} not-found, or what `makeChange` refuses.
 */
export async function changePageState(
  ctx: Ctx,
  id: string,
  makeChange: (page: EditedPage, ctx: Ctx) => StateChange | Promise<StateChange>,
): Promise<EditedPage> {
  await lockPages(ctx)
  const page = await getStoredPage(ctx, id)
  const change = await makeChange(page, ctx)
  await keepStarter(ctx, id)
  await ctx.db
    .updateTable('page')
    .set({ ...change, version: page.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  await announceContent(ctx)
  return page
}

/** The home page, and the page to which all contact forms are sent, are always there. @throws {AppError} invalid. */
export function refuseFixed({ id }: EditedPage): void {
  if (id === 'home' || id === 'contact')
    throw new AppError('invalid', 'This page is needed at its address. You can change everything on it.')
}

/** Shows the draft to visitors, and keeps it as a revision. Runs in the caller's transaction. */
export async function publishDraft(ctx: Ctx, id: string): Promise<EditedPage> {
  const now = ctx.clock.now()
  const page = await changePageState(ctx, id, ({ draft }) => ({
    published: JSON.stringify(draft),
    published_at: now,
    publish_at: null,
  }))
  await ctx.db
    .insertInto('page_revision')
    .values({
      id: newId(),
      page_id: id,
      document: JSON.stringify(page.draft),
      made_at: now,
      made_by: ctx.actor?.email ?? null,
    })
    .execute()
  return page
}
