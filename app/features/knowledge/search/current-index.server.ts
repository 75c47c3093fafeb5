import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { NotNull } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'

import { readIndexFile, removeIndexFile, type StoredIndex } from './index-file.server.ts'
import type { PageVersion } from './passage-scores.ts'
import { addCount, countTerms, readTerms } from './terms.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** Passages per batch; after about 10 ms of work, other requests get their turn. */
const BATCH = 100
/** A title's words count twice, because they describe the whole item. */
const TITLE_WEIGHT = 2

type HeldItem = {
  revision: number
  language: string
  version: PageVersion
  collections: string[]
  passageIds: string[]
}

type StoredItem = HeldItem & { id: string; lengths: number[] }

/** Where this process keeps the index for its next start, and what else the file depends on. */
type IndexFile = { path: string; madeBy: string }

type Held = {
  index: WordIndex
  revision: number
  /** In the order of their passages' numbers. */
  items: Map<string, HeldItem>
  /** Changes the index; one at a time. */
  working: Promise<void> | null
  file: IndexFile | null
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

/** Published after each change to the knowledge. */
export const KNOWLEDGE_TOPIC = 'knowledge'

const createHeld = (): Held => ({
  index: createWordIndex(),
  revision: 0,
  items: new Map(),
  working: null,
  file: null,
})

/** Names the file from which the index is first read. What has changed since is read from the database. Call it before `currentIndex`. */
export function readIndexFrom(ctx: Pick<Ctx, 'state'>, file: IndexFile): void {
  ctx.state.of(createHeld).file = file
}

/** Packs the index and returns it for writing to the file. Call it after `currentIndex`. */
export async function packedIndex(ctx: Pick<Ctx, 'state'>): Promise<StoredIndex> {
  const held = ctx.state.of(createHeld)
  while (held.working) await held.working
  const packing = pack(held)
  await alone(held, async () => void (await packing))
  return packing
}

async function pack({ index, items, revision }: Held): Promise<StoredIndex> {
  const turn = createTurns()
  const postings = await index.pack(turn)
  const lines: string[] = []
  for (const [id, item] of items) {
    const lengths = item.passageIds.map((passageId) => index.lengthOf(passageId))
    lines.push(JSON.stringify({ id, ...item, lengths } satisfies StoredItem))
    await turn()
  }
  return { revision, items: lines, postings }
}

async function alone(held: Held, work: () => Promise<void>): Promise<void> {
  held.working ??= work().finally(() => {
    held.working = null
  })
  await held.working
}

/** Returns the index, updated first, which costs a read of one row. Call it outside transactions. */
export async function currentIndex(ctx: Ctx): Promise<WordIndex> {
  // Otherwise this could wait for a caller who waits for this transaction: a deadlock.
  if (ctx.db.isTransaction) throw new Error('Ask for the index outside transactions.')
  const held = ctx.state.of(createHeld)
  const revision = await readRevision(ctx)
  while (held.revision < revision) await alone(held, () => catchUp(ctx, held))
  return held.index
}

export async function readRevision(ctx: Ctx): Promise<number> {
  const row = await ctx.db.selectFrom('knowledge_index').select('revision').executeTakeFirstOrThrow()
  return row.revision
}

async function catchUp(ctx: Ctx, held: Held): Promise<void> {
  // The revision is read first, so that later changes are added at the next question.
  const revision = await readRevision(ctx)
  if (held.file && held.items.size === 0) await restore(ctx, held, { file: held.file, most: revision })
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
  const turn = createTurns()
  for (const batch of inBatches(rows.filter((row) => !held.items.has(row.id)))) {
    await addItems(ctx, held, batch)
    await yieldToOthers()
    if (held.index.isLoose) await held.index.pack(turn)
  }
  if (held.index.isLoose) await held.index.pack(turn)
  held.revision = revision
}

/** Leaves the index empty if the file cannot be used; then everything is read from the database. */
async function restore(
  ctx: Ctx,
  held: Held,
  { file, most }: { file: IndexFile; most: number },
): Promise<void> {
  const stored = await readIndexFile(file.path, file.madeBy).catch((error: unknown) => {
    ctx.log.warn({ error }, 'knowledge.file_not_read')
    return null
  })
  // An older backup of the database may have been restored, in which the same revisions mean other changes.
  if (!stored || stored.revision > most) return removeIndexFile(file.path)
  const turn = createTurns()
  const index = createWordIndex(stored.postings)
  const items = new Map<string, HeldItem>()
  for (const line of stored.items) {
    const { id, lengths, ...item } = JSON.parse(line) as StoredItem
    for (const [at, passageId] of item.passageIds.entries())
      index.restore({
        ...item,
        id: passageId,
        length: assertDefined(lengths[at], 'each passage has a length'),
      })
    items.set(id, item)
    await turn()
  }
  held.index = index
  held.items = items
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
    const passageIds = own.map(({ id }) => id)
    held.items.set(item.id, { revision: item.revision, language, version, collections, passageIds })
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
  ctx.signals.nudge(ctx, KNOWLEDGE_TOPIC)
  return revision
}

/** More than the changes between a backup and its restore. */
const SKIPPED = 1_000_000

/** Call it after a restore. Otherwise a file from before could hold other knowledge under the same revision. */
export async function skipRevisions(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('knowledge_index')
    .set((update) => ({ revision: update('revision', '+', SKIPPED) }))
    .execute()
}
