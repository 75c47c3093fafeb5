import { isEmailAddress } from '#app/lib/email-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { checkNewPassword } from '../new-password.server.ts'
import { notifyOwner } from '../notify-owner.server.ts'
import { hashPassword } from '../password.server.ts'
import { recordAttempt, recordRefusal } from '../record-refusal.server.ts'
import { hashToken } from '../secret-token.server.ts'
import { storePassword } from '../store-password.server.ts'

import { accountKey, RESET_LASTS, sendPasswordReset } from './send-password-reset.job.server.ts'

const requestsPerAddress: ThrottleRule = { name: 'reset-address', limit: 10, windowMs: HOUR }
const requestsPerAccount: ThrottleRule = { name: 'reset-account', limit: 3, windowMs: 15 * MINUTE }
const usesPerAddress: ThrottleRule = { name: 'reset-use', limit: 20, windowMs: 15 * MINUTE }
/** Delays the job, so that its work does not affect the response time. */
const SENT_AFTER = SECOND

/**
 * Queues a job that mails a link to set a new password. It does so for every address, so that the response does not
 * reveal whether an account exists, not even by its time. @throws {FieldErrors} @throws {AppError} conflict without a
 * mail server, too-many.
 */
export async function requestReset(
  ctx: Ctx,
  request: { fields: Readonly<Record<string, string>>; clientAddress: string },
): Promise<void> {
  if (!(await ctx.mail(ctx)))
    throw new AppError('conflict', 'No mail server is configured, so no mail can be sent.')
  const { email: typed = '' } = request.fields
  const email = typed.trim().toLowerCase()
  if (!isEmailAddress(email)) throw new FieldErrors({ email: 'Please enter an e-mail address.' })
  await countAddress(ctx, requestsPerAddress, request.clientAddress)
  await countAgainst(ctx, requestsPerAccount, email)
  const payload = { id: newId(), account: accountKey(ctx, email) }
  await withTransaction(ctx, async (ctx) => {
    await enqueue(ctx, sendPasswordReset, payload, { runAt: ctx.clock.now() + SENT_AFTER })
    await recordAttempt(ctx, 'owner.reset_asked', { email })
  })
}

export async function isResetOpen(ctx: Ctx, token: string): Promise<boolean> {
  return (await findReset(ctx, token)) !== null
}

/** Sets a new password by a mailed link. @throws {FieldErrors} and keeps the link valid. @throws {AppError} expired, too-many. */
export async function resetPassword(
  ctx: Ctx,
  { fields, clientAddress }: { fields: Readonly<Record<string, string>>; clientAddress: string },
): Promise<void> {
  await countAddress(ctx, usesPerAddress, clientAddress)
  const { token = '' } = fields
  const reset = await findReset(ctx, token)
  if (!reset) {
    await recordRefusal(ctx, 'owner.reset_failed', null)
    throw expired()
  }
  const passwordHash = await hashPassword(
    ctx,
    await checkNewPassword(ctx, reset.email, fields),
    clientAddress,
  )
  await withTransaction(ctx, async (ctx) => {
    const used = await ctx.db
      .deleteFrom('password_reset')
      .where('id', '=', reset.id)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw expired()
    await storePassword(ctx, reset.memberId, { passwordHash })
    await recordChange(ctx, { what: 'owner.password_reset', by: { actor: 'stranger' } })
    await notifyOwner(ctx, reset.memberId, { change: 'password-reset' })
  })
}

async function findReset(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; memberId: string; email: string } | null> {
  const row = await ctx.db
    .selectFrom('password_reset')
    .innerJoin('member', 'member.id', 'password_reset.member_id')
    .select(['password_reset.id', 'member.id as memberId', 'member.email'])
    .where('password_reset.token_hash', '=', hashToken(token))
    .where('password_reset.created_at', '>', ctx.clock.now() - RESET_LASTS)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

function expired(): AppError {
  return new AppError(
    'expired',
    'This link was already used or is more than an hour old. Please ask for a new one.',
  )
}
