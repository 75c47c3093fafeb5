import { isEmailAddress } from '#app/lib/email-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import {
  dismissEmails as dismissStoredEmails,
  type EmailSelection,
  requeueEmails,
  selectEmails,
} from '#app/platform/email/change-emails.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Limit of addresses per mail. */
const MAX_ADDRESSES = 20

const correctable = ['waiting', 'held', 'failed', 'dismissed'] as const

/**
 * Queues held, failed and dismissed mails again. During an outage the mail server is tried at once.
 * @returns how many were queued
 * @throws {AppError} conflict if no mail server is configured, not-found
 */
export async function resendEmails(ctx: Ctx, selection: EmailSelection): Promise<number> {
  requireActor(ctx, 'mail.write')
  if (!(await ctx.mail(ctx)))
    throw new AppError('conflict', 'No mail server is connected. An owner can do it under Connections.')
  return withTransaction(ctx, async (ctx) => {
    const count = await requeueEmails(ctx, selection, { from: ['held', 'failed', 'dismissed'] })
    await recordEmailChange(ctx, 'mail.resent', selection, count)
    return count
  })
}

/**
 * Changes the recipients of unsent mails and queues them again. All must have had the same recipients, so that no mail
 * reaches another person by mistake.
 * @returns how many were corrected
 * @throws {FieldErrors} `address`; {AppError} not-found
 */
export async function correctEmails(
  ctx: Ctx,
  { selection, address }: { selection: EmailSelection; address: string },
): Promise<number> {
  requireActor(ctx, 'mail.write')
  const recipients = parseAddresses(address)
  return withTransaction(ctx, async (ctx) => {
    await refuseMixed(ctx, selection)
    const count = await requeueEmails(ctx, selection, { from: correctable, recipients })
    await recordEmailChange(ctx, 'mail.corrected', selection, count)
    return count
  })
}

/**
 * Dismisses unsent mails; they stay in the outbox and can be sent again.
 * @returns how many were dismissed
 * @throws {AppError} not-found
 */
export async function dismissEmails(ctx: Ctx, selection: EmailSelection): Promise<number> {
  requireActor(ctx, 'mail.write')
  return withTransaction(ctx, async (ctx) => {
    const count = await dismissStoredEmails(ctx, selection)
    await recordEmailChange(ctx, 'mail.dismissed', selection, count)
    return count
  })
}

function parseAddresses(address: string): string[] {
  const recipients = address.split(/[\s,;]+/).filter(Boolean)
  if (recipients.length === 0) throw new FieldErrors({ address: 'Enter an e-mail address.' })
  const wrong = recipients.find((recipient) => !isEmailAddress(recipient))
  if (wrong !== undefined)
    throw new FieldErrors({ address: `“${wrong.slice(0, 100)}” is not an e-mail address.` })
  if (recipients.length > MAX_ADDRESSES)
    throw new FieldErrors({ address: `A mail can go to ${MAX_ADDRESSES} addresses at most.` })
  return recipients
}

async function refuseMixed(ctx: Ctx, selection: EmailSelection): Promise<void> {
  const concerned = selectEmails(ctx, selection).where('state', 'in', correctable)
  const readers = await concerned.select('recipients').distinct().limit(2).execute()
  if (readers.length > 1)
    throw new FieldErrors({
      address: 'These mails go to different addresses. Select only mails that go to the same one.',
    })
  const secret = [...ctx.emailTemplates.values()].filter(({ isSecret }) => isSecret).map(({ name }) => name)
  if (secret.length === 0) return
  const secretMail = await concerned.select('id').where('template', 'in', secret).limit(1).executeTakeFirst()
  if (secretMail)
    throw new FieldErrors({
      address:
        'A mail that gives access to an account goes only to its owner’s address. Ask for a new one instead.',
    })
}

/**
 * Records one audit entry, for one mail or for many.
 * @throws {AppError} not-found if nothing changed because the mail does not exist
 */
async function recordEmailChange(
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
