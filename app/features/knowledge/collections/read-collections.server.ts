import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { currentIndex } from '../search/current-index.server.ts'

/** Returns the ids of the collections that the context's assistant reads; no other item may reach its visitors. */
export async function readCollections(ctx: Pick<Ctx, 'db' | 'assistant'>): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('assistant_collection')
    .select('collection_id')
    .where('assistant_id', '=', ctx.assistant.id)
    .orderBy('collection_id')
    .execute()
  return rows.map(({ collection_id: id }) => id)
}

/** Selects the items of these collections; `table` is the alias of the items. */
export function isCollected(collections: readonly string[], table = 'item'): RawBuilder<boolean> {
  if (collections.length === 0) return sql<boolean>`1 = 0`
  return sql<boolean>`exists (select 1 from knowledge_collection_item as collected
    where collected.item_id = ${sql.ref(`${table}.id`)} and collected.collection_id in (${sql.join(collections)}))`
}

/** Whether the context's assistant has any passages to find. Call it outside transactions. */
export async function hasKnowledge(ctx: Ctx): Promise<boolean> {
  const [index, collections] = await Promise.all([currentIndex(ctx), readCollections(ctx)])
  return index.holdsAny(collections)
}
