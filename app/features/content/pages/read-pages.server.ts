import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type EditedPage, getStoredPage, listStoredPages } from './stored-page.server.ts'

export type ListedPage = Pick<
  EditedPage,
  'id' | 'kind' | 'path' | 'version' | 'publishAt' | 'updatedAt' | 'isStarter'
> & {
  name: string
  state: 'draft' | 'published' | 'changed'
}

/** Every page, in the order of menus. */
export async function listPages(ctx: Ctx): Promise<ListedPage[]> {
  requireActor(ctx)
  const pages = await listStoredPages(ctx)
  return pages.map(({ id, kind, path, version, publishAt, updatedAt, isStarter, draft, published }) => ({
    id,
    kind,
    path,
    version,
    publishAt,
    updatedAt,
    isStarter,
    name: draft.name,
    state:
      published === null
        ? 'draft'
        : JSON.stringify(published) === JSON.stringify(draft)
          ? 'published'
          : 'changed',
  }))
}

/** A page in any state, for its editor. @throws {AppError} not-found. */
export async function getPage(ctx: Ctx, id: string): Promise<EditedPage> {
  requireActor(ctx)
  return getStoredPage(ctx, id)
}
