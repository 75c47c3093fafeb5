import { createHash } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { Coverage } from '../reading/coverage.ts'
import { storeFile } from '../reading/files.server.ts'
import { queueReading } from '../reading/read-item.job.server.ts'
import { titleColumns } from '../reading/title-columns.server.ts'

import type { PageVersion } from '../search/passage-scores.ts'

import { itemSubject, SITE_COLLECTION } from './knowledge-item.ts'

type NewItem = {
  kind: KnowledgeKind
  title: string
  source: string | null
  address?: string
  /** Identifies the item: a second one of the same kind with the same value is not added. */
  sameAs: string | Uint8Array
  bytes?: Uint8Array
  pageCoverage?: Coverage
  /** Whether visitors may open the PDF. */
  isPublic?: boolean
  version?: PageVersion
  /** Ids of the collections that it belongs to, besides those it is in; by default that of the site. */
  collections?: readonly string[]
}

/** `isNew` is false if the item existed before and is read again. */
export type AddedItem = { id: string; isNew: boolean }

/** Stores an item with its original and queues its reading, in one transaction. */
export async function createItem(ctx: Ctx, item: NewItem): Promise<AddedItem> {
  const dedupeKey = `${item.kind}:${createHash('sha256').update(item.sameAs).digest('base64url')}`
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `knowledge ${dedupeKey}`)
    const earlier = await ctx.db
      .selectFrom('knowledge_item')
      .select('id')
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst()
    const id = earlier?.id ?? (await insertItem(ctx, item, dedupeKey))
    // What is added again for another assistant belongs to both collections.
    if (earlier && item.collections?.length) await placeNewItem(ctx, id, item.collections)
    if (item.bytes && !earlier) await storeFile(ctx, id, item.bytes)
    await queueReading(ctx, id)
    const what = earlier ? 'knowledge.reread' : 'knowledge.added'
    const isShared = item.isPublic !== undefined && (await shareItem(ctx, id, item.isPublic))
    // The owner did not make the changes to the site's own pages.
    if (item.kind !== 'site')
      await recordChange(ctx, {
        what,
        subject: itemSubject({ id, title: item.title }),
        ...(isShared && { fields: ['isPublic'] }),
      })
    return { id, isNew: !earlier }
  })
}

async function shareItem(ctx: Ctx, id: string, isPublic: boolean): Promise<boolean> {
  const is_public = isPublic ? 1 : 0
  const { numUpdatedRows } = await ctx.db
    .updateTable('knowledge_item')
    .set({ is_public, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('is_public', '!=', is_public)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function insertItem(ctx: Ctx, item: NewItem, dedupeKey: string): Promise<string> {
  const id = newId()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('knowledge_item')
    .values({
      id,
      created_at: now,
      updated_at: now,
      kind: item.kind,
      // The language is known only once the item is read; then the terms are recomputed.
      ...(await titleColumns(item.title, 'en')),
      source: item.source,
      address: item.address ?? null,
      dedupe_key: dedupeKey,
      bytes: item.bytes?.byteLength ?? 0,
      status: 'queued',
      progress: 0,
      failure: null,
      language: null,
      passages: 0,
      cited: 0,
      enabled: 1,
      is_public: 0,
      read_at: null,
      reread_every: null,
      changed_at: null,
      reading: 0,
      revision: null,
      site_language: item.version?.language ?? null,
      version_of: item.version?.of ?? null,
      page_coverage: item.pageCoverage ? JSON.stringify(item.pageCoverage) : null,
    })
    .execute()
  await placeNewItem(ctx, id, item.collections)
  return id
}

/** Puts an item into those of the collections that exist, or else into the site's. */
async function placeNewItem(ctx: Ctx, itemId: string, wanted: readonly string[] = []): Promise<void> {
  const known = await ctx.db
    .selectFrom('knowledge_collection')
    .select('id')
    .where('id', 'in', [...wanted, SITE_COLLECTION])
    .execute()
  const chosen = known.map(({ id }) => id).filter((id) => wanted.includes(id))
  const collections = chosen.length > 0 ? chosen : [SITE_COLLECTION]
  await ctx.db
    .insertInto('knowledge_collection_item')
    .values(collections.map((collection_id) => ({ item_id: itemId, collection_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
