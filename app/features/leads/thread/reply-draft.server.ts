import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { REPLY_MAX } from './send-reply.server.ts'

/** Stores what a member is typing; an empty text deletes the draft. @throws {AppError} not-found, invalid. */
export async function saveReplyDraft(ctx: Ctx, { leadId, text }: { leadId: string; text: string }) {
  const { memberId } = requireActor(ctx, 'leads.write')
  if (text.length > REPLY_MAX) throw new AppError('invalid', `Please use at most ${REPLY_MAX} characters.`)
  await withTransaction(ctx, async (ctx) => {
    const lead = await ctx.db.selectFrom('lead').select('id').where('id', '=', leadId).executeTakeFirst()
    if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
    if (text.trim() === '') {
      await ctx.db
        .deleteFrom('thread_draft')
        .where('lead_id', '=', leadId)
        .where('member_id', '=', memberId)
        .execute()
      return
    }
    const values = { text, updated_at: ctx.clock.now() }
    await ctx.db
      .insertInto('thread_draft')
      .values({ id: newId(), lead_id: leadId, member_id: memberId, ...values })
      .onConflict((conflict) => conflict.columns(['lead_id', 'member_id']).doUpdateSet(values))
      .execute()
  })
}
