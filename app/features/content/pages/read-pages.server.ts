import type { Selectable } from 'kysely'

import { pageOf } from '#app/lib/paging.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PageTable } from '#app/platform/db/schema/page.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { starterPages } from '../starter/starter-pages.ts'

import type { PageListQuery } from './page-list-query.ts'
import { faultOfPath } from './page-path.ts'
import { type EditedPage, getStoredPage, listedColumns } from './stored-page.server.ts'

export const PAGES_PER_ADMIN_PAGE = 50

/** A page without its documents, as lists show it. */
export type ListedPage = {
  id: string
  kind: PageTable['kind']
  path: string
  name: string
  state: PageTable['state']
  noindex: boolean
  position: number
  version: number
  publishAt: number | null
  updatedAt: number
  /** Whether it is an unedited page of the starter, which has no row. */
  isStarter: boolean
}

/** Returns all pages of the context's language that are not deleted, in the order of menus. */
export async function listPages(ctx: Ctx): Promise<(ListedPage & { sourceId: string | null })[]> {
  requireActor(ctx, 'content.read')
  const { language, mainLanguage } = await ctx.site(ctx)
  if (language === mainLanguage) return (await listEntries(ctx)).map((page) => ({ ...page, sourceId: null }))
  const rows = await ctx.db
    .selectFrom('page')
    .select(listColumns)
    .select('source_id')
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ source_id: sourceId, ...row }) =>
    listedOf({ ...row, isStarter: false }).map((page) => ({ ...page, sourceId })),
  )
}

/** Returns one page of the table, and the deleted pages. */
export async function listPageTable(ctx: Ctx, query: PageListQuery) {
  requireActor(ctx, 'content.read')
  const [all, deleted] = await Promise.all([listEntries(ctx), listDeletedPages(ctx)])
  const matching = all.filter((page) => isAskedFor(page, query))
  const { page, pages, offset } = pageOf(matching.length, PAGES_PER_ADMIN_PAGE, query.page)
  return {
    listed: matching.slice(offset, offset + PAGES_PER_ADMIN_PAGE),
    total: matching.length,
    page,
    pages,
    deleted,
  }
}

function isAskedFor({ name, path, kind, state, publishAt }: ListedPage, query: PageListQuery): boolean {
  if (query.kind !== null && kind !== query.kind) return false
  if (query.state === 'scheduled' && publishAt === null) return false
  if (query.state !== null && query.state !== 'scheduled' && state !== query.state) return false
  const text = foldForSearch(`${name} ${path}`)
  return foldForSearch(query.q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export async function listDeletedPages(ctx: Ctx) {
  requireActor(ctx, 'content.read')
  return ctx.db
    .selectFrom('page')
    .select(['id', 'name', 'deleted_at', 'deleted_path'])
    .where('language', 'is', null)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns the pages of `listPages` without checking the actor. The columns are those of the index `page_list`. */
export async function listEntries(ctx: Ctx): Promise<ListedPage[]> {
  const rows = await ctx.db.selectFrom('page').select(listColumns).where('language', 'is', null).execute()
  const edited = new Set(rows.map(({ id }) => id))
  const untouched = starterPages
    .filter(({ id }) => !edited.has(id))
    .map(({ document, ...page }) => ({
      ...page,
      ...listedColumns(document, document),
      version: 1,
      publish_at: null,
      updated_at: builtAt,
      isStarter: true,
    }))
  return [...rows.map((row) => ({ ...row, isStarter: false })), ...untouched]
    .flatMap(listedOf)
    .sort((one, other) => one.position - other.position)
}

const listColumns = [
  'id',
  'kind',
  'path',
  'name',
  'state',
  'noindex',
  'position',
  'version',
  'publish_at',
  'updated_at',
] as const

type Row = Pick<Selectable<PageTable>, (typeof listColumns)[number]> & { isStarter: boolean }

/** Returns nothing for a deleted page, which has no path. */
function listedOf({ path, noindex, publish_at, updated_at, ...page }: Row): ListedPage[] {
  if (path === null) return []
  return [{ ...page, path, noindex: noindex === 1, publishAt: publish_at, updatedAt: updated_at }]
}

/** @throws {FieldErrors} path: not allowed, or taken by another page. */
export async function requireFreePath(ctx: Ctx, path: string, id: string | null): Promise<void> {
  const fault = faultOfPath(path)
  if (fault) throw new FieldErrors({ path: fault })
  const version = await ctx.db
    .selectFrom('page')
    .select(['id', 'name'])
    .where('path', '=', path)
    .where('language', 'is not', null)
    .executeTakeFirst()
  const pages = [
    ...(await listEntries(ctx)).filter((page) => page.path === path),
    ...(version ? [version] : []),
  ]
  const other = pages.find((page) => page.id !== id)
  if (other)
    throw new FieldErrors({ path: `The page ${other.name} already has this address. Please choose another.` })
}

/** Returns a page in any state, for its editor. @throws {AppError} not-found. */
export async function getPage(ctx: Ctx, id: string): Promise<EditedPage> {
  requireActor(ctx, 'content.read')
  return getStoredPage(ctx, id)
}
