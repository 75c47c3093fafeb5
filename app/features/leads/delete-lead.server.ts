import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { eraseThreadOf } from './thread/erase-thread.server.ts'

/** @throws {AppError} not-found. */
export async function deleteLead(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    if (!(await eraseLead(ctx, id)))
      throw new AppError('not-found', 'There is no such lead. It may have been deleted already.')
    await recordChange(ctx, { what: 'lead.deleted', subject: { id } })
  })
}

/** Deletes a lead with its history and mails, for the verbs that record it; false when there is none. */
export async function eraseLead(ctx: Ctx, id: string): Promise<boolean> {
  return withTransaction(ctx, async (ctx) => {
    await eraseThreadOf(ctx, id)
    const gone = await ctx.db.deleteFrom('lead').where('id', '=', id).returning('id').executeTakeFirst()
    if (!gone) return false
    await ctx.db.deleteFrom('email').where('about', '=', `lead:${id}`).execute()
    await ctx.db.deleteFrom('webhook_delivery').where('subject_id', '=', id).execute()
    return true
  })
}
