import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import * as emails from '#app/platform/email/change-emails.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { recordEmailChange } from './record-email-change.server.ts'

/**
 * Gives up mails that need not be sent; they stay in the outbox and can be sent again. Sent ones are left alone.
 * @returns how many were dismissed
 * @throws {AppError} not-found.
 */
export async function dismissEmails(ctx: Ctx, selection: emails.EmailSelection): Promise<number> {
  requireActor(ctx)
  return withTransaction(ctx, async (ctx) => {
    const count = await emails.dismissEmails(ctx, selection)
    await recordEmailChange(ctx, 'mail.dismissed', selection, count)
    return count
  })
}
