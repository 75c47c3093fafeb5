import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requeueEmails } from '#app/platform/email/change-emails.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Sends a failed reply again, to the lead's current address. @throws {AppError} not-found, conflict. */
export async function resendReply(ctx: Ctx, { id, mail }: { id: string; mail: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  await withTransaction(ctx, async (ctx) => {
    const reply = await ctx.db
      .selectFrom('thread_mail')
      .innerJoin('lead', 'lead.id', 'lead_id')
      .select(['email_id', 'lead.email'])
      .where('thread_mail.id', '=', mail)
      .where('lead_id', '=', id)
      .executeTakeFirst()
    if (!reply?.email_id) throw new AppError('not-found', 'There is no such reply. It may have been deleted.')
    const recipients = [reply.email]
    const count = await requeueEmails(ctx, { ids: [reply.email_id] }, { from: ['failed'], recipients })
    if (count === 0) throw new AppError('conflict', 'This reply has already been sent again.')
    await ctx.db
      .updateTable('thread_mail')
      .set({ recipients: JSON.stringify(recipients) })
      .where('id', '=', mail)
      .execute()
    await recordChange(ctx, { what: 'lead.replied', subject: { id, path: `/admin/leads/${id}` } })
    ctx.signals.nudge(ctx, TODAY_TOPIC)
  })
}
