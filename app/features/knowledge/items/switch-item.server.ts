import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { nextRevision } from '../search/next-revision.server.ts'

import { itemNotFound } from './item-not-found.ts'
import { itemSubject } from './item-subject.ts'

/** Takes an item out of the answers, or back in. @throws {AppError} not-found. */
export async function switchItem(ctx: Ctx, input: { id: string; isEnabled: boolean }): Promise<void> {
  requireActor(ctx)
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
