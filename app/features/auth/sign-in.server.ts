import { z } from 'zod'

import { recordRepeated } from '#app/platform/audit/record-repeated.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { countAgainst, forgetHits, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { describeDevice } from './describe-device.ts'
import { nobodysHash, verifyPassword } from './password.server.ts'
import { PASSWORD_MAX } from './password-rules.ts'
import { createSession } from './session.server.ts'

const perAddress: ThrottleRule = { name: 'sign-in-address', limit: 10, windowMs: 15 * MINUTE }
/** Higher than an address's, so that a stranger cannot lock the owner out from one place. */
const perAccount: ThrottleRule = { name: 'sign-in-account', limit: 30, windowMs: 15 * MINUTE }
/** Failures within so long are one line of the audit log. */
const FAILURES_TOGETHER = 15 * MINUTE

const schema = z.object({ email: z.string().max(254), password: z.string().max(PASSWORD_MAX * 4) })

export type SignIn = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
}

/**
 * Opens a session for the owner and returns its token. An unknown address and a wrong password get the same answer after
 * the same work.
 * @throws {AppError} unauthenticated with the text of §5, too-many past the throttles.
 */
export async function signIn(ctx: Ctx, attempt: SignIn): Promise<string> {
  const refused = new AppError('unauthenticated', 'Invalid email or password')
  const parsed = schema.safeParse({ email: '', password: '', ...attempt.fields })
  if (!parsed.success) throw refused
  const email = parsed.data.email.trim().toLowerCase()
  await countAgainst(ctx, perAddress, attempt.clientAddress)
  await countAgainst(ctx, perAccount, email)
  const owner = await ctx.db
    .selectFrom('owner')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  const isRight = await verifyPassword(parsed.data.password, owner?.password_hash ?? nobodysHash)
  if (!owner || !isRight) {
    // Not what was typed: a password may stand in the wrong field.
    const by = { actor: 'stranger', device: describeDevice(attempt.userAgent) } as const
    await recordRepeated(ctx, { what: 'owner.sign_in_failed', by, windowMs: FAILURES_TOGETHER })
    throw refused
  }
  return withTransaction(ctx, async (ctx) => {
    await forgetHits(ctx, perAddress, attempt.clientAddress)
    await forgetHits(ctx, perAccount, email)
    return createSession(ctx, { id: owner.id, userAgent: attempt.userAgent })
  })
}
