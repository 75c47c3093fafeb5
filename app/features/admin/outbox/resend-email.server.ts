import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/**
 * Queues a held or failed mail again; one that waits already or was sent is left alone.
 * @throws {AppError} unavailable while no mail server is set, not-found.
 */
export async function resendEmail(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  if (!ctx.mail) throw new AppError('unavailable', 'No mail server is set. Set SMTP_URL and start again.')
  await withTransaction(ctx, async (ctx) => {
    const email = await ctx.db.selectFrom('email').select('state').where('id', '=', id).executeTakeFirst()
    if (!email)
      throw new AppError('not-found', 'There is no such mail. It may have been deleted with its lead.')
    if (email.state !== 'held' && email.state !== 'failed') return
    await ctx.db
      .updateTable('email')
      .set({ state: 'waiting', attempts: 0, last_error: null })
      .where('id', '=', id)
      .execute()
    await enqueue(ctx, sendEmail, { emailId: id })
    await recordChange(ctx, { what: 'mail.resent', subject: { id, path: `/admin/outbox/${id}` } })
  })
}
