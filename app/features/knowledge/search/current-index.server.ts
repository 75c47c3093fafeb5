import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { NotNull } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { addCount, countTerms, readTerms } from './terms.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** Passages per batch; after about 10 ms of work, other requests get their turn. */
const BATCH = 100
/** A title's words count twice, because they describe the whole item. */
const TITLE_WEIGHT = 2

type Held = {
  index: WordIndex
  revision: number
  items: Map<string, { revision: number; passageIds: string[] }>
  catchingUp: Promise<void> | null
}

type ItemRow = {
  id: string
  revision: number
  language: string | null
  title_terms: string
  passages: number
  terms_version: number
  site_language: string | null
  version_of: string | null
}

const createHeld = (): Held => ({ index: createWordIndex(), revision: 0, items: new Map(), catchingUp: null })

/** Returns the index, updated first, which costs a read of one row. Call it outside transactions. */
export async function currentIndex(ctx: Ctx): Promise<WordIndex> {
  // Otherwise this could wait for a caller who waits for this transaction: a deadlock.
  if (ctx.db.isTransaction) throw new Error('Ask for the index outside transactions.')
  const held = ctx.state.of(createHeld)
  const revision = await readRevision(ctx)
  while (held.revision < revision) {
    held.catchingUp ??= catchUp(ctx, held).finally(() => {
      held.catchingUp = null
    })
    await held.catchingUp
  }
  return held.index
}

async function readRevision(ctx: Ctx): Promise<number> {
  const row = await ctx.db.selectFrom('knowledge_index').select('revision').executeTakeFirstOrThrow()
  return row.revision
}

async function catchUp(ctx: Ctx, held: Held): Promise<void> {
  // The revision is read first, so that later changes are added at the next question.
  const revision = await readRevision(ctx)
  if (held.index.dead > held.index.size + 1000) {
    held.index = createWordIndex()
    held.items.clear()
  }
  const rows = await ctx.db
    .selectFrom('knowledge_item')
    .select(['id', 'revision', 'language', 'title_terms', 'passages', 'terms_version'])
    .select(['site_language', 'version_of'])
    .where('enabled', '=', 1)
    .where('revision', 'is not', null)
    .$narrowType<{ revision: NotNull }>()
    .execute()
  const wanted = new Map(rows.map((row) => [row.id, row]))
  for (const [id, item] of held.items)
    if (wanted.get(id)?.revision !== item.revision) {
      for (const passageId of item.passageIds) held.index.remove(passageId)
      held.items.delete(id)
    }
  for (const batch of inBatches(rows.filter((row) => !held.items.has(row.id)))) {
    await addItems(ctx, held, batch)
    await yieldToOthers()
  }
  held.revision = revision
}

function inBatches(rows: readonly ItemRow[]): ItemRow[][] {
  const batches: ItemRow[][] = []
  let room = 0
  for (const row of rows) {
    if (room < row.passages || batches.length === 0) {
      batches.push([])
      room = BATCH
    }
    batches.at(-1)?.push(row)
    room -= row.passages
  }
  return batches
}

async function addItems(ctx: Ctx, held: Held, items: readonly ItemRow[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  const [passages, memberships] = await Promise.all([
    ctx.db
      .selectFrom('knowledge_passage')
      .select(['id', 'item_id', 'terms'])
      .where('item_id', 'in', ids)
      .execute(),
    ctx.db.selectFrom('knowledge_collection_item').selectAll().where('item_id', 'in', ids).execute(),
  ])
  const byItem = Map.groupBy(passages, (passage) => passage.item_id)
  for (const item of items) {
    const own = byItem.get(item.id) ?? []
    const collections = memberships
      .filter((membership) => membership.item_id === item.id)
      .map(({ collection_id: id }) => id)
    const title = readTerms(item.title_terms)
    const version = { of: item.version_of, language: item.site_language }
    const language = item.language ?? 'en'
    for (const { id, terms } of own)
      held.index.add({ id, language, version, collections, terms: joined(title, countsOf(item, terms)) })
    held.items.set(item.id, { revision: item.revision, passageIds: own.map(({ id }) => id) })
  }
}

function countsOf({ terms_version: version }: ItemRow, terms: string): Map<string, number> {
  return version === 0 ? new Map(readTerms(terms)) : countTerms(terms)
}

function joined(title: [string, number][], counts: Map<string, number>): Map<string, number> {
  for (const [term, count] of title) addCount(counts, term, count * TITLE_WEIGHT)
  return counts
}

/**
 * Call it after a change, in its transaction, so that all lock in the same order. Revisions become visible in order.
 */
export async function nextRevision(ctx: Ctx): Promise<number> {
  const { revision } = await ctx.db
    .updateTable('knowledge_index')
    .set((update) => ({ revision: update('revision', '+', 1) }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}
