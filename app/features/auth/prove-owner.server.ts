import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { countAgainst, forgetHits, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { verifyPassword } from './password.server.ts'
import { recordFailedProof } from './record-refusal.server.ts'
import { isTwoFactorOn, takeSecondFactor, WRONG_CODE } from './two-factor/second-factor.server.ts'

/** Limits guessing in an open session without locking the owner out of other sessions. */
const perSession: ThrottleRule = { name: 'prove-password', limit: 10, windowMs: 15 * MINUTE }
/** Counts only after the right password. */
const perOwner: ThrottleRule = { name: 'prove-code', limit: 10, windowMs: 15 * MINUTE }

/** Checks the signed-in member's password again. @throws {FieldErrors} if it is wrong. @throws {AppError} too-many. */
export async function provePassword(ctx: Ctx, password: string): Promise<void> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  await countAgainst(ctx, perSession, sessionId)
  const { password_hash } = await ctx.db
    .selectFrom('member')
    .select('password_hash')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(ctx, password, password_hash))) {
    await recordFailedProof(ctx)
    throw new FieldErrors({ password: 'This is not your password.' })
  }
  await forgetHits(ctx, perSession, sessionId)
}

/**
 * Runs `work` in a transaction once the owner gives the password and, with two-factor sign-in, a code (ASVS 5.0, 7.5.1). The code is
 * used up only when `work` succeeds. @throws {FieldErrors} for a wrong password or code. @throws {AppError} too-many.
 */
export async function withProof<Result>(
  ctx: Ctx,
  given: { password: string; code: string },
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const { memberId } = requireActor(ctx, 'account.write')
  await provePassword(ctx, given.password)
  const asksCode = await isTwoFactorOn(ctx, memberId)
  if (asksCode) await countAgainst(ctx, perOwner, memberId)
  let isWrong = false
  try {
    return await withTransaction(ctx, async (ctx) => {
      if (asksCode) {
        isWrong = !(await takeSecondFactor(ctx, memberId, given.code))
        if (isWrong) throw new FieldErrors({ code: WRONG_CODE })
        await forgetHits(ctx, perOwner, memberId)
      }
      return work(ctx)
    })
  } catch (error) {
    if (isWrong) await recordFailedProof(ctx)
    throw error
  }
}
