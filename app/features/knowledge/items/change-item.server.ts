import { defaultLocale } from '#app/lib/messages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { titleColumns } from '../reading/title-columns.server.ts'
import { nextRevision } from '../search/current-index.server.ts'

import { itemNotFound, itemSubject, parseTitle } from './knowledge-item.ts'

const { errors } = knowledgeMessages[defaultLocale]

export async function renameItem(ctx: Ctx, input: { id: string; title: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  const title = parseTitle(input.title)
  await withTransaction(ctx, async (ctx) => {
    const item = await ctx.db
      .selectFrom('knowledge_item')
      .select(['language', 'revision'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!item) throw itemNotFound()
    await ctx.db
      .updateTable('knowledge_item')
      .set({ ...(await titleColumns(title, item.language ?? 'en')), updated_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .execute()
    await recordChange(ctx, { what: 'knowledge.renamed', subject: itemSubject({ id: input.id, title }) })
    if (item.revision === null) return
    const revision = await nextRevision(ctx)
    await ctx.db.updateTable('knowledge_item').set({ revision }).where('id', '=', input.id).execute()
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

export async function deleteItem(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  await withTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('knowledge_item')
      .where('id', '=', id)
      .returning(['kind', 'title'])
      .executeTakeFirst()
    if (!gone) throw itemNotFound()
    if (gone.kind === 'site') throw new AppError('conflict', errors.siteItem)
    await nextRevision(ctx)
    await recordChange(ctx, { what: 'knowledge.deleted', subject: { id, title: gone.title } })
  })
}
