import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Marks a received mail, or all of a lead's thread, as seen. */
export async function markSeen(ctx: Ctx, opened: { leadId: string } | { mailId: string }): Promise<void> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, async (ctx) => {
    const unseen = ctx.db
      .updateTable('thread_mail')
      .set({ seen_at: ctx.clock.now() })
      .where('direction', '=', 'in')
      .where('seen_at', 'is', null)
    const { numUpdatedRows } = await (
      'leadId' in opened
        ? unseen.where('lead_id', '=', opened.leadId)
        : unseen.where('id', '=', opened.mailId)
    ).executeTakeFirst()
    if (numUpdatedRows > 0n) ctx.signals.nudge(ctx, TODAY_TOPIC)
  })
}
