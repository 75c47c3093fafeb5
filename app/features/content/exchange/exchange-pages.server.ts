import { setImmediate as othersFirst } from 'node:timers/promises'

import type { Selectable } from 'kysely'

import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PageTable } from '#app/platform/db/schema/page.ts'

import { withAmountsOf } from '../languages/document-places.ts'
import { versionId } from '../languages/page-versions.server.ts'
import { type PageDocument, pageDocumentSchema, readDocument } from '../page-document.ts'
import { keepRevision } from '../pages/change-page-state.server.ts'
import { queuePublication } from '../pages/publish-page.server.ts'
import { freePaths, keepStarter, listedColumns, lockPages } from '../pages/stored-page.server.ts'

import { linkChanger, sourceAfterExchange } from './exchange-documents.ts'
import type { ExchangePlan, PlannedPage } from './plan-exchange.server.ts'

type Row = Selectable<PageTable>

/**
 * Exchanges the texts of each page with those of its version in the next main language. A page without such a version stays
 * public in the former language, and in the next one it is a draft. Runs in the caller's transaction.
 */
export async function exchangePages(ctx: Ctx, { from, to, pages }: ExchangePlan): Promise<void> {
  await lockPages(ctx)
  for (const { id } of pages) await keepStarter(ctx, id)
  const moved = pages.filter(({ version, path, nextPath }) => version !== null && path !== nextPath)
  const changeLinks = linkChanger(new Map(moved.map(({ path, nextPath }) => [path, nextPath])))
  const ids = pages.flatMap(({ id, version }) => [id, ...(version ? [version.id] : [])])
  await freePaths(ctx, ids)
  for (const page of pages) {
    await othersFirst()
    await exchangePage(ctx, page, { from, to, changeLinks })
  }
  await redirectFormer(ctx, { from, to, pages })
}

type Exchange = { from: string; to: string; changeLinks: (stored: string) => string }

async function exchangePage(ctx: Ctx, page: PlannedPage, { from, to, changeLinks }: Exchange): Promise<void> {
  const main = withLinks(await getRow(ctx, page.id), changeLinks)
  const version = page.version && withLinks(await getRow(ctx, page.version.id), changeLinks)
  const former = documentIn(main.published ?? main.draft)
  // What nobody began to translate after an earlier exchange is only a copy.
  const isUntouched = main.published === null && main.source !== null && main.source === main.draft
  const next = version ? takenOver(version, main) : placeholderOf(former)
  const shown = documentIn(next.published ?? next.draft)
  const before = version ? documentOf(version.source) : former
  const count = Math.max(main.version, version ? version.version : 0) + 1
  const common = { version: count, updated_at: ctx.clock.now() }
  const formerId = versionId(page.id, from)
  const stale = await takeAway(ctx, formerId)
  await ctx.db
    .insertInto('page')
    .values({
      ...main,
      ...common,
      id: formerId,
      path: page.formerPath,
      language: from,
      source_id: page.id,
      source: JSON.stringify(sourceAfterExchange(shown, { former, before })),
      stands_alone: main.published !== null && next.published === null ? 1 : 0,
    })
    .execute()
  await repoint(ctx, page.id, formerId)
  await ctx.db
    .updateTable('page')
    .set({ ...next, ...common, path: page.nextPath, source: version ? null : next.draft, stands_alone: 0 })
    .where('id', '=', page.id)
    .execute()
  if (version) {
    await repoint(ctx, version.id, page.id)
    await ctx.db.deleteFrom('page').where('id', '=', version.id).execute()
    if (version.published !== null && next.published === null)
      await keepRevision(ctx, page.id, documentIn(version.published))
    if (next.publish_at !== null) await queuePublication(ctx, page.id, next.publish_at)
  }
  if (stale) await keepRevision(ctx, formerId, stale)
  if (isUntouched) await ctx.db.deleteFrom('page').where('id', '=', formerId).execute()
  else if (main.publish_at !== null) await queuePublication(ctx, formerId, main.publish_at)
  await exchangeOthers(ctx, page.id, {
    from,
    to,
    changeLinks,
    former,
    shown,
    main,
    isPublic: next.published !== null,
  })
}

async function getRow(ctx: Ctx, id: string): Promise<Row> {
  return ctx.db.selectFrom('page').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function withLinks<Documents extends Pick<Row, 'draft' | 'published' | 'source'>>(
  row: Documents,
  changeLinks: Exchange['changeLinks'],
): Documents {
  const { draft, published, source } = row
  return {
    ...row,
    draft: changeLinks(draft),
    published: published && changeLinks(published),
    source: source && changeLinks(source),
  }
}

function documentOf(stored: string | null): PageDocument | null {
  return stored === null ? null : readDocument(stored)
}

function documentIn(stored: string): PageDocument {
  return readDocument(stored) ?? pageDocumentSchema.parse({ name: '?' })
}

/** Returns what the page has in its next language. What nobody could see does not become public. */
function takenOver(version: Row, main: Row) {
  const shown = main.published ?? main.draft
  const draft = withAmountsOf(documentIn(version.draft), documentIn(main.draft))
  const isPublic = version.published !== null && (main.published !== null || version.stands_alone === 1)
  const published = isPublic ? withAmountsOf(documentIn(String(version.published)), documentIn(shown)) : null
  return {
    draft: JSON.stringify(draft),
    published: published && JSON.stringify(published),
    published_at: version.published_at,
    publish_at: version.publish_at,
    ...listedColumns(draft, published),
  }
}

function placeholderOf(former: PageDocument) {
  return {
    draft: JSON.stringify(former),
    published: null,
    published_at: null,
    publish_at: null,
    ...listedColumns(former, null),
  }
}

/** Removes what is stored under an id since the language was the site's before. @returns its draft. */
async function takeAway(ctx: Ctx, id: string): Promise<PageDocument | null> {
  const row = await ctx.db.selectFrom('page').select('draft').where('id', '=', id).executeTakeFirst()
  if (row) await ctx.db.deleteFrom('page').where('id', '=', id).execute()
  return row ? readDocument(row.draft) : null
}

/** Drafts that open editors began with are forgotten, so that none is saved over the other language. */
async function repoint(ctx: Ctx, before: string, after: string): Promise<void> {
  for (const table of ['page_revision', 'page_address', 'page_preview'] as const)
    await ctx.db.updateTable(table).set({ page_id: after }).where('page_id', '=', before).execute()
  await ctx.db.deleteFrom('page_former_draft').where('page_id', '=', before).execute()
}

type Others = Exchange & { former: PageDocument; shown: PageDocument; main: Row; isPublic: boolean }

async function exchangeOthers(
  ctx: Ctx,
  id: string,
  { from, to, changeLinks, former, shown, main, isPublic }: Others,
): Promise<void> {
  const others = await ctx.db
    .selectFrom('page')
    .select(['id', 'draft', 'published', 'source', 'stands_alone'])
    .where('source_id', '=', id)
    .where('language', 'not in', [from, to])
    .execute()
  for (const row of others) {
    const { draft, published, source } = withLinks(row, changeLinks)
    const wasPublic = main.published !== null || row.stands_alone === 1
    await ctx.db
      .updateTable('page')
      .set({
        draft,
        published,
        source: JSON.stringify(sourceAfterExchange(shown, { former, before: documentOf(source) })),
        stands_alone: published !== null && wasPublic && !isPublic ? 1 : 0,
      })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Former addresses lead on; those below the root of the next main language do so by themselves. */
async function redirectFormer(ctx: Ctx, { from, to, pages }: Omit<ExchangePlan, 'faults'>): Promise<void> {
  // While a page is a draft to translate, its address leads to the former language.
  const used = new Set(
    pages.flatMap(({ version, nextPath, formerPath }) => [
      ...(version?.isPublic ? [nextPath] : []),
      formerPath,
    ]),
  )
  for (const path of used) await ctx.db.deleteFrom('page_address').where('path', '=', path).execute()
  for (const { id, path, version, nextPath } of pages) {
    const own = version && (version.path.slice(rootOfLanguage(to).length) || '/')
    const former = [
      { path, page_id: versionId(id, from) },
      ...(own && own !== nextPath ? [{ path: own, page_id: id }] : []),
    ].filter((address) => !used.has(address.path))
    for (const address of former)
      await ctx.db
        .insertInto('page_address')
        .values(address)
        .onConflict((conflict) => conflict.column('path').doUpdateSet({ page_id: address.page_id }))
        .execute()
  }
}
