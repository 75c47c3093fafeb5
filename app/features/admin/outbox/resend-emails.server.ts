import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type EmailSelection, requeueEmails } from '#app/platform/email/change-emails.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { recordEmailChange } from './record-email-change.server.ts'

/**
 * Queues held, failed and dismissed mails again; those that wait already or were sent are left alone. While the mail server
 * is out, it is tried at once.
 * @returns how many were queued
 * @throws {AppError} unavailable while no mail server is set, not-found.
 */
export async function resendEmails(ctx: Ctx, selection: EmailSelection): Promise<number> {
  requireActor(ctx)
  if (!ctx.mail) throw new AppError('unavailable', 'No mail server is set. Set SMTP_URL and start again.')
  return withTransaction(ctx, async (ctx) => {
    const count = await requeueEmails(ctx, selection, { from: ['held', 'failed', 'dismissed'] })
    await recordEmailChange(ctx, 'mail.resent', selection, count)
    return count
  })
}
