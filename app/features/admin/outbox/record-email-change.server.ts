import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { type EmailSelection, selectEmails } from '#app/platform/email/change-emails.server.ts'
import { AppError } from '#app/platform/errors.ts'

/**
 * One entry in the audit log, for one mail or for many.
 * @throws {AppError} not-found where nothing was changed because there is no such mail.
 */
export async function recordEmailChange(
  ctx: Ctx,
  what: 'mail.resent' | 'mail.corrected' | 'mail.dismissed',
  selection: EmailSelection,
  count: number,
): Promise<void> {
  if (count === 0) {
    const found = await selectEmails(ctx, selection).select('id').limit(1).executeTakeFirst()
    if (!found)
      throw new AppError('not-found', 'There is no such mail. It may have been deleted with its lead.')
    return
  }
  const [id] = 'ids' in selection && selection.ids.length === 1 ? selection.ids : []
  await recordChange(ctx, {
    what,
    subject: id
      ? { id, path: `/admin/outbox/${id}` }
      : { id: 'outbox', title: count === 1 ? '1 mail' : `${count} mails`, path: '/admin/outbox' },
  })
}
