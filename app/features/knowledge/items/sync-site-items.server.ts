import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import type { Coverage } from '../reading/coverage.ts'
import { storeFile } from '../reading/files.server.ts'
import { queueReading } from '../reading/read-item.job.server.ts'
import { nextRevision } from '../search/current-index.server.ts'
import type { PageVersion } from '../search/passage-scores.ts'

import { createItem } from './create-item.server.ts'

export type SiteDocument = {
  title: string
  path: string
  /** Markdown. */
  text: string
  coverage: Coverage
  version: PageVersion
}

/** `paths` is null if no page was removed; `changed` are the pages that may differ from what is stored. */
type SiteState = { paths: readonly string[] | null; changed: readonly SiteDocument[] }

/** Pages per transaction, so that a long blog does not block other writes. */
const SLICE = 10

/** Makes the items of kind `site` match the site's pages; unchanged items stay enabled or disabled. Idempotent. */
export async function syncSiteItems(ctx: Ctx, { paths, changed }: SiteState): Promise<void> {
  for (let at = 0; at < changed.length; at += SLICE) {
    await yieldToOthers()
    await storeDocuments(ctx, changed.slice(at, at + SLICE))
  }
  if (paths === null) return
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'knowledge site')
    const items = await siteItems(ctx).execute()
    const kept = new Set(paths)
    const gone = items.filter(({ source }) => source === null || !kept.has(source)).map(({ id }) => id)
    if (gone.length === 0) return
    await ctx.db.deleteFrom('knowledge_item').where('id', 'in', gone).execute()
    await nextRevision(ctx)
  })
}

async function storeDocuments(ctx: Ctx, documents: readonly SiteDocument[]): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'knowledge site')
    const paths = documents.map(({ path }) => path)
    const rows = await siteItems(ctx).where('source', 'in', paths).execute()
    const known = new Map(rows.map(({ id, source }) => [source, id]))
    for (const document of documents) {
      const id = known.get(document.path)
      if (id === undefined) await add(ctx, document)
      else await change(ctx, id, document)
    }
  })
}

function siteItems({ db }: Ctx) {
  return db.selectFrom('knowledge_item').select(['id', 'source']).where('kind', '=', 'site')
}

async function add(ctx: Ctx, { title, path, text, coverage, version }: SiteDocument): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  await createItem(ctx, {
    kind: 'site',
    title,
    source: path,
    address: path,
    sameAs: path,
    bytes,
    pageCoverage: coverage,
    version,
  })
}

async function change(ctx: Ctx, id: string, { title, text, coverage, version }: SiteDocument): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  await ctx.db
    .updateTable('knowledge_item')
    .set({ page_coverage: JSON.stringify(coverage) })
    .where('id', '=', id)
    .execute()
  const same = await ctx.db
    .selectFrom('knowledge_item as item')
    .innerJoin('knowledge_file as file', 'file.item_id', 'item.id')
    .select(['item.title', 'item.site_language', 'item.version_of', 'item.revision', 'file.bytes'])
    .where('item.id', '=', id)
    .execute()
  const [before] = same
  if (before?.site_language !== version.language || before.version_of !== version.of) {
    const revision = await nextRevision(ctx)
    await ctx.db
      .updateTable('knowledge_item')
      .set({ site_language: version.language, version_of: version.of })
      // Without passages it is not in the index yet.
      .$if(before?.revision !== null, (query) => query.set({ revision }))
      .where('id', '=', id)
      .execute()
  }
  const stored = Buffer.concat(same.map((part) => part.bytes))
  if (before?.title === title && stored.equals(bytes)) return
  await ctx.db.updateTable('knowledge_item').set({ title }).where('id', '=', id).execute()
  await storeFile(ctx, id, bytes)
  await queueReading(ctx, id)
}
