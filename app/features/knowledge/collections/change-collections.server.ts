import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { itemNotFound, itemSubject, SITE_COLLECTION } from '../items/knowledge-item.ts'
import { nextRevision } from '../search/current-index.server.ts'

const LONGEST_NAME = 60
const MOST_COLLECTIONS = 500

/** Lists the site's collection first, then by name. */
export async function listCollections(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  const rows = await ctx.db
    .selectFrom('knowledge_collection')
    .select(['id', 'name'])
    .select((select) => [
      select
        .selectFrom('knowledge_collection_item')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('collection_id', '=', 'knowledge_collection.id')
        .as('items'),
      select
        .selectFrom('assistant_collection')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('collection_id', '=', 'knowledge_collection.id')
        .as('assistants'),
    ])
    .orderBy('name')
    .execute()
  return rows
    .map((row) => ({ ...row, items: Number(row.items), assistants: Number(row.assistants) }))
    .toSorted((a, b) => Number(b.id === SITE_COLLECTION) - Number(a.id === SITE_COLLECTION))
}

/** @throws {FieldErrors} name. */
export async function addCollection(ctx: Ctx, { name: typed }: { name: string }): Promise<{ id: string }> {
  requireActor(ctx, 'knowledge.write')
  const name = parseName(typed)
  const id = newId()
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'collections')
    await refuseTaken(ctx, { id, name })
    await ctx.db
      .insertInto('knowledge_collection')
      .values({ id, name, created_at: ctx.clock.now() })
      .execute()
    await recordChange(ctx, { what: 'collection.added', subject: subjectOf({ id, name }) })
  })
  return { id }
}

/** @throws {FieldErrors} name. @throws {AppError} not-found. */
export async function renameCollection(
  ctx: Ctx,
  { id, name: typed }: { id: string; name: string },
): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const name = parseName(typed)
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'collections')
    await refuseTaken(ctx, { id, name })
    const { numUpdatedRows } = await ctx.db
      .updateTable('knowledge_collection')
      .set({ name })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound()
    await recordChange(ctx, { what: 'collection.renamed', subject: subjectOf({ id, name }) })
  })
}

/** Deletes an empty collection; assistants that read it no longer do. @throws {AppError} not-found, invalid. */
export async function deleteCollection(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  if (id === SITE_COLLECTION) throw new AppError('invalid', 'The collection of this site cannot be deleted.')
  await withTransaction(ctx, async (ctx) => {
    const collection = (await listCollections(ctx)).find((each) => each.id === id)
    if (!collection) throw notFound()
    const { name, items } = collection
    if (items > 0)
      throw new AppError(
        'invalid',
        `“${name}” still has ${items === 1 ? '1 item' : `${items} items`}. Move or delete them first.`,
      )
    await ctx.db.deleteFrom('knowledge_collection').where('id', '=', id).execute()
    await recordChange(ctx, { what: 'collection.deleted', subject: { id, title: name } })
  })
}

export async function collectionsOfItem(ctx: Ctx, itemId: string): Promise<string[]> {
  requireActor(ctx, 'knowledge.read')
  const rows = await ctx.db
    .selectFrom('knowledge_collection_item')
    .select('collection_id')
    .where('item_id', '=', itemId)
    .execute()
  return rows.map(({ collection_id: id }) => id)
}

type Placing = { id: string; collections: readonly string[] }

/** Puts an item into these collections and no others. @throws {FieldErrors} collections. @throws {AppError} not-found. */
export async function placeItem(ctx: Ctx, { id, collections }: Placing): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .updateTable('knowledge_item')
      .set({ updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .returning(['id', 'title', 'revision', 'kind'])
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    const known = await ctx.db.selectFrom('knowledge_collection').select('id').execute()
    const wanted = known.map((each) => each.id).filter((each) => collections.includes(each))
    if (wanted.length === 0) throw new FieldErrors({ collections: 'Please choose at least one collection.' })
    await ctx.db.deleteFrom('knowledge_collection_item').where('item_id', '=', id).execute()
    await ctx.db
      .insertInto('knowledge_collection_item')
      .values(wanted.map((collection_id) => ({ item_id: id, collection_id })))
      .execute()
    // The index reads an item again whose revision has changed.
    const revision = await nextRevision(ctx)
    if (item.revision !== null)
      await ctx.db.updateTable('knowledge_item').set({ revision }).where('id', '=', id).execute()
    await recordChange(ctx, { what: 'knowledge.moved', subject: itemSubject(item), fields: ['collections'] })
  })
}

async function refuseTaken(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<void> {
  const rows = await ctx.db.selectFrom('knowledge_collection').select(['id', 'name']).execute()
  if (rows.length >= MOST_COLLECTIONS)
    throw new FieldErrors({ name: `There can be at most ${MOST_COLLECTIONS} collections.` })
  if (rows.some((row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase()))
    throw new FieldErrors({ name: 'There is a collection of this name already.' })
}

function parseName(typed: string): string {
  const name = readableLine(typed)?.trim()
  if (name === undefined) throw new FieldErrors({ name: 'This contains characters that cannot be read.' })
  if (name === '') throw new FieldErrors({ name: 'Please name the collection.' })
  if (name.length > LONGEST_NAME)
    throw new FieldErrors({ name: `Please use at most ${LONGEST_NAME} characters.` })
  return name
}

function notFound(): AppError {
  return new AppError('not-found', 'There is no such collection.')
}

function subjectOf({ id, name }: { id: string; name: string }) {
  return { id, title: name, path: '/admin/assistants/collections' }
}
