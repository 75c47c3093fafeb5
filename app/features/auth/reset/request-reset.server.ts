import { isEmailAddress } from '#app/lib/email-address.ts'
import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { recordAttempt } from '../record-refusal.server.ts'

import { accountKey, sendPasswordReset } from './send-password-reset.job.server.ts'

const perAddress: ThrottleRule = { name: 'reset-address', limit: 10, windowMs: HOUR }
const perAccount: ThrottleRule = { name: 'reset-account', limit: 3, windowMs: 15 * MINUTE }
/** The job's work must not fall into the time of the answer. */
const SENT_AFTER = SECOND

/**
 * Asks for a mail with a link to set another password. Whether there is such an account is looked up by the job: here the same
 * is done for every address, so that neither answer nor time tells.
 * @throws {FieldErrors} for what is no address.
 * @throws {AppError} conflict while no mail server is set, too-many past the throttles.
 */
export async function requestReset(
  ctx: Ctx,
  request: { fields: Readonly<Record<string, string>>; clientAddress: string },
): Promise<void> {
  if (!ctx.mail) throw new AppError('conflict', 'No mail server is set, so no mail can be sent.')
  const email = (request.fields['email'] ?? '').trim().toLowerCase()
  if (!isEmailAddress(email)) throw new FieldErrors({ email: 'Please enter an e-mail address.' })
  await countAddress(ctx, perAddress, request.clientAddress)
  await countAgainst(ctx, perAccount, email)
  const payload = { id: newId(), account: accountKey(ctx, email) }
  await withTransaction(ctx, async (ctx) => {
    await enqueue(ctx, sendPasswordReset, payload, { runAt: ctx.clock.now() + SENT_AFTER })
    await recordAttempt(ctx, 'owner.reset_asked', { email })
  })
}
