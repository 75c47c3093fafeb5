import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAgainst, forgetHits, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { describeDevice } from '../describe-device.ts'
import { notifyOwner } from '../notify-owner.server.ts'
import { recordRefusal } from '../record-refusal.server.ts'
import { hashToken, newToken } from '../secret-token.server.ts'
import { createSession } from '../session.server.ts'

import { countRecoveryCodes } from './recovery-codes.server.ts'
import { takeSecondFactor, WRONG_CODE } from './second-factor.server.ts'

export const CHALLENGE_LASTS = 5 * MINUTE

/** Records that the browser with the returned token gave the right password. */
export async function createChallenge(ctx: Ctx, memberId: string): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('sign_in_challenge')
    .where('created_at', '<=', now - CHALLENGE_LASTS)
    .execute()
  await ctx.db
    .insertInto('sign_in_challenge')
    .values({ id: newId(), member_id: memberId, token_hash: hashToken(token), created_at: now })
    .execute()
  return token
}

export async function findChallenge(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; memberId: string } | null> {
  const row = await ctx.db
    .selectFrom('sign_in_challenge')
    .select(['id', 'member_id as memberId'])
    .where('token_hash', '=', hashToken(token))
    .where('created_at', '>', ctx.clock.now() - CHALLENGE_LASTS)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes the challenge. Returns false if another request or a changed password has ended it meanwhile. */
export async function endChallenge(ctx: Ctx, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sign_in_challenge')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts only after the right password. Three of a million codes are valid at a time, so a day of guessing has a chance of 1 in 350. */
const perAccount: ThrottleRule = { name: 'sign-in-code', limit: 10, windowMs: 15 * MINUTE }

export type SecondStep = {
  /** The token of the first step; null if the browser sent none. */
  challenge: string | null
  code: string
  userAgent: string | null
  /** The token of this browser's previous session. */
  replaces?: string | null
}

/** Opens a session for a code. @throws {AppError} expired without a recent first step, unauthenticated for a wrong code, too-many. */
export async function completeSignIn(ctx: Ctx, step: SecondStep): Promise<string> {
  const challenge = step.challenge === null ? null : await findChallenge(ctx, step.challenge)
  const expired = new AppError('expired', 'This took too long. Please sign in again.')
  if (!challenge) throw expired
  const { memberId } = challenge
  await countAgainst(ctx, perAccount, memberId)
  const session = await withTransaction(ctx, async (ctx) => {
    const factor = await takeSecondFactor(ctx, memberId, step.code)
    if (!factor) return null
    if (!(await endChallenge(ctx, challenge.id))) throw expired
    await forgetHits(ctx, perAccount, memberId)
    if (factor === 'recovery') {
      const codesLeft = await countRecoveryCodes(ctx, memberId)
      await recordChange(ctx, {
        what: 'owner.recovery_code_used',
        by: { actor: 'member', device: describeDevice(step.userAgent) },
      })
      await notifyOwner(ctx, memberId, { change: 'recovery-code-used', codesLeft })
    }
    return createSession(ctx, { id: memberId, userAgent: step.userAgent, replaces: step.replaces ?? null })
  })
  if (session !== null) return session
  await recordRefusal(ctx, 'owner.code_failed', step.userAgent)
  throw new AppError('unauthenticated', WRONG_CODE)
}
