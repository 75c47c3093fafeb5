import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Deletes a lead for good, with its history and the mails about it. @throws {AppError} not-found. */
export async function deleteLead(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('email').where('about', '=', `lead:${id}`).execute()
    const gone = await ctx.db.deleteFrom('lead').where('id', '=', id).returning('id').executeTakeFirst()
    if (!gone) throw new AppError('not-found', 'There is no such lead. It may have been deleted already.')
    await recordChange(ctx, { what: 'lead.deleted', subject: { id } })
  })
}
