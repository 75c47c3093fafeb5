import type { Insertable, Selectable } from 'kysely'

import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PageTable } from '#app/platform/db/schema/page.ts'
import { AppError } from '#app/platform/errors.ts'

import { type PageDocument, pageDocumentSchema, readDocument } from '../page-document.ts'
import { findStarter, type Starter, starterPages } from '../starter/starter-pages.ts'

export type EditedPage = {
  id: string
  kind: PageTable['kind']
  path: string
  position: number
  version: number
  draft: PageDocument
  /** The document that visitors see; null for an unpublished page. */
  published: PageDocument | null
  publishAt: number | null
  updatedAt: number
  /** BCP 47 tag of a version in another language; null in the main one. */
  language: string | null
  sourceId: string | null
  /** The document of the source that the version was made from. */
  source: PageDocument | null
  /** Whether it is an unedited page of the starter, which has no row. */
  isStarter: boolean
}

/** Serializes changes of pages, so that no two take one path. Call it first in the transaction. */
export async function lockPages(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'pages')
}

/** In one statement. */
const MOST_IDS = 500

/** Takes their paths from pages that move among themselves, because a path must be unique after each statement. */
export async function freePaths(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST_IDS)
    await ctx.db
      .updateTable('page')
      .set({ path: null })
      .where('id', 'in', ids.slice(at, at + MOST_IDS))
      .execute()
}

/** Returns a page that is not deleted, from its row or the starter. @throws {AppError} not-found. */
export async function getStoredPage(ctx: Ctx, id: string): Promise<EditedPage> {
  const row = await ctx.db.selectFrom('page').selectAll().where('id', '=', id).executeTakeFirst()
  const starter = row ? null : findStarter(id)
  if (starter) return toEdited(rowOfStarter(starter), true)
  if (!row || row.path === null)
    throw new AppError('not-found', 'There is no such page. It may have been deleted.')
  return toEdited(row, false)
}

/** Returns all pages that are not deleted with their documents, without versions in other languages, in the order of lists. */
export async function listStoredPages(ctx: Ctx): Promise<EditedPage[]> {
  const rows = await ctx.db.selectFrom('page').selectAll().where('language', 'is', null).execute()
  const edited = new Set(rows.map(({ id }) => id))
  const untouched = starterPages.filter(({ id }) => !edited.has(id))
  return [
    ...rows.filter(({ path }) => path !== null).map((row) => toEdited(row, false)),
    ...untouched.map((starter) => toEdited(rowOfStarter(starter), true)),
  ].sort((one, other) => one.position - other.position)
}

/** Copies a page of the starter into the database unless it has a row. */
export async function keepStarter(ctx: Ctx, id: string): Promise<void> {
  const starter = findStarter(id)
  if (!starter) return
  await ctx.db
    .insertInto('page')
    .values(rowOfStarter(starter))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Returns the columns by which lists show a page without reading its documents. */
export function listedColumns(draft: PageDocument, published: PageDocument | null) {
  const isSame = JSON.stringify(published) === JSON.stringify(draft)
  return {
    name: draft.name,
    state: published === null ? 'draft' : isSame ? 'published' : 'changed',
    noindex: (published ?? draft).noindex ? 1 : 0,
  } as const
}

function rowOfStarter({
  id,
  kind,
  path,
  position,
  document,
}: Starter): Insertable<PageTable> & Selectable<PageTable> {
  const stored = JSON.stringify(document)
  return {
    id,
    kind,
    path,
    position,
    draft: stored,
    published: stored,
    published_at: builtAt,
    publish_at: null,
    deleted_at: null,
    deleted_path: null,
    language: null,
    source_id: null,
    source: null,
    stands_alone: 0,
    version: 1,
    updated_at: builtAt,
    ...listedColumns(document, document),
  }
}

function toEdited(row: Selectable<PageTable>, isStarter: boolean): EditedPage {
  const { id, kind, position, version } = row
  return {
    id,
    kind,
    position,
    version,
    isStarter,
    path: row.path ?? '',
    draft: readDraft(row),
    published: row.published === null ? null : readDocument(row.published),
    publishAt: row.publish_at,
    updatedAt: row.updated_at,
    language: row.language,
    sourceId: row.source_id,
    source: row.source === null ? null : readDocument(row.source),
  }
}

export function readDraft({ id, draft }: { id: string; draft: string }): PageDocument {
  return readDocument(draft) ?? pageDocumentSchema.parse({ name: id })
}

export function pageSubject({ id, draft }: { id: string; draft: { name: string } }) {
  return { id, title: draft.name, path: `/admin/pages/${id}` }
}
