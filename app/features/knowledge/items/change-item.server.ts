import { sql } from 'kysely'

import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import {
  bringBack,
  type Deletion,
  keepDeleted,
  type Part,
} from '#app/platform/deletions/keep-deleted.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { titleColumns } from '../reading/title-columns.server.ts'
import { queueReading } from '../reading/read-item.job.server.ts'
import { nextRevision } from '../search/current-index.server.ts'

import { itemNotFound, itemSubject, parseTitle } from './knowledge-item.ts'

const { errors } = knowledgeMessages[defaultLocale]

export async function renameItem(ctx: Ctx, input: { id: string; title: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const title = parseTitle(input.title)
  await withTransaction(ctx, async (ctx) => {
    // This waits for a reading that is being stored, which finds the language.
    const item = await ctx.db
      .updateTable('knowledge_item')
      .set({ updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .returning(['language', 'revision'])
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    const columns = await titleColumns(title, item.language ?? 'en')
    const revision = item.revision === null ? null : await nextRevision(ctx)
    await ctx.db
      .updateTable('knowledge_item')
      .set({ ...columns, revision })
      .where('id', '=', input.id)
      .execute()
    await recordChange(ctx, { what: 'knowledge.renamed', subject: itemSubject({ id: input.id, title }) })
  })
}

export async function switchItem(ctx: Ctx, input: { id: string; isEnabled: boolean }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const switched = await ctx.db
      .updateTable('knowledge_item')
      .set({ enabled: input.isEnabled ? 1 : 0, updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .returning(['id', 'title'])
      .executeTakeFirst()
    if (!switched) throw itemNotFound()
    await nextRevision(ctx)
    const what = input.isEnabled ? 'knowledge.switched_on' : 'knowledge.switched_off'
    await recordChange(ctx, { what, subject: itemSubject(switched) })
  })
}

export async function sharePdf(ctx: Ctx, input: { id: string; isPublic: boolean }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const is_public = input.isPublic ? 1 : 0
  await withTransaction(ctx, async (ctx) => {
    const pdf = await ctx.db
      .selectFrom('knowledge_item')
      .select(['id', 'title', 'is_public'])
      .where('id', '=', input.id)
      .where('kind', '=', 'pdf')
      .executeTakeFirst()
    if (!pdf) throw itemNotFound()
    if (pdf.is_public === is_public) return
    await ctx.db
      .updateTable('knowledge_item')
      .set({ is_public, updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .execute()
    const what = input.isPublic ? 'knowledge.file_made_public' : 'knowledge.file_made_private'
    await recordChange(ctx, { what, subject: itemSubject(pdf) })
  })
}

/** Deletes an item; it can be restored for a while. @throws {AppError} not-found, conflict for a page of this site. */
export async function deleteItem(ctx: Ctx, id: string): Promise<Deletion> {
  requireActor(ctx, 'knowledge.write')
  return withTransaction(ctx, async (ctx) => {
    const deletion = await keepDeleted(ctx, { kind: 'item', subjectId: id, parts: partsOf(id) })
    const gone = await ctx.db
      .deleteFrom('knowledge_item')
      .where('id', '=', id)
      .returning(['kind', 'title'])
      .executeTakeFirst()
    if (!gone) throw itemNotFound()
    if (gone.kind === 'site') throw new AppError('conflict', errors.siteItem)
    await nextRevision(ctx)
    await recordChange(ctx, { what: 'knowledge.deleted', subject: { id, title: gone.title } })
    return deletion
  })
}

/** @throws {AppError} not-found once it is too late, conflict if the same item was added again since. */
export async function restoreItem(ctx: Ctx, deletionId: string): Promise<string> {
  requireActor(ctx, 'knowledge.write')
  return withTransaction(ctx, async (ctx) => {
    const { subjectId: id } = await bringBack(ctx, { id: deletionId, kind: 'item' })
    const revision = await nextRevision(ctx)
    const item = await ctx.db
      .updateTable('knowledge_item')
      .set((update) => ({
        revision: update.case().when('revision', 'is', null).then(null).else(revision).end(),
      }))
      .where('id', '=', id)
      .returning(['id', 'title', 'status'])
      .executeTakeFirstOrThrow()
    // A reading that was running during the deletion stored nothing.
    if (item.status === 'queued' || item.status === 'reading') await queueReading(ctx, id)
    await recordChange(ctx, { what: 'knowledge.restored', subject: itemSubject(item) })
    return id
  })
}

function partsOf(id: string): Part[] {
  const passages = sql<string>`select id from knowledge_passage where item_id = ${id}`
  return [
    { table: 'knowledge_item', where: sql`id = ${id}` },
    { table: 'knowledge_collection_item', where: sql`item_id = ${id}` },
    { table: 'knowledge_file', where: sql`item_id = ${id}` },
    { table: 'knowledge_text', where: sql`item_id = ${id}` },
    { table: 'knowledge_passage', where: sql`item_id = ${id}` },
    { table: 'knowledge_vector', where: sql`passage_id in (${passages})` },
  ]
}
