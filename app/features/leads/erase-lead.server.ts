import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

/** Erases a lead with its history and the mails about it; false where there is none. */
export async function eraseLead(ctx: Ctx, id: string): Promise<boolean> {
  return withTransaction(ctx, async (ctx) => {
    const gone = await ctx.db.deleteFrom('lead').where('id', '=', id).returning('id').executeTakeFirst()
    if (!gone) return false
    await ctx.db.deleteFrom('email').where('about', '=', `lead:${id}`).execute()
    return true
  })
}
