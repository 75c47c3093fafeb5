import { MINUTE } from '#app/platform/clock.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { checkNewPassword } from '../new-password.server.ts'
import { notifyOwner } from '../notify-owner.server.ts'
import { hashPassword } from '../password.server.ts'
import { hashToken } from '../secret-token.server.ts'
import { recordRefusal } from '../record-refusal.server.ts'
import { storePassword } from '../store-password.server.ts'

import { RESET_LASTS } from './create-reset.server.ts'

const perAddress: ThrottleRule = { name: 'reset-use', limit: 20, windowMs: 15 * MINUTE }

/** Whether a mailed link still works. */
export async function isResetOpen(ctx: Ctx, token: string): Promise<boolean> {
  return (await findReset(ctx, token)) !== null
}

/**
 * Sets another password for whoever holds a mailed link, which works once. Every session ends, two-factor sign-in stays
 * as it is, and a mail tells of it; the owner then signs in as ever.
 * @throws {FieldErrors} for the password: the link goes on working.
 * @throws {AppError} expired for a link that is unknown, used or old; too-many past the throttle.
 */
export async function resetPassword(
  ctx: Ctx,
  { fields, clientAddress }: { fields: Readonly<Record<string, string>>; clientAddress: string },
): Promise<void> {
  await countAddress(ctx, perAddress, clientAddress)
  const token = fields['token'] ?? ''
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
    await storePassword(ctx, reset.ownerId, { passwordHash })
    await recordChange(ctx, { what: 'owner.password_reset', by: { actor: 'stranger' } })
    await notifyOwner(ctx, reset.ownerId, { change: 'password-reset' })
  })
}

async function findReset(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; ownerId: string; email: string } | null> {
  const row = await ctx.db
    .selectFrom('password_reset')
    .innerJoin('owner', 'owner.id', 'password_reset.owner_id')
    .select(['password_reset.id', 'owner.id as ownerId', 'owner.email'])
    .where('password_reset.token_hash', '=', hashToken(token))
    .where('password_reset.created_at', '>', ctx.clock.now() - RESET_LASTS)
    .executeTakeFirst()
  return row ?? null
}

function expired(): AppError {
  return new AppError(
    'expired',
    'This link was used already or is more than an hour old. Please ask for another.',
  )
}
