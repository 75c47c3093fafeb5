import { MINUTE } from '#app/platform/clock.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { countAgainst, forgetHits, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { describeDevice } from '../describe-device.ts'
import { notifyOwner } from '../notify-owner.server.ts'
import { recordRefusal } from '../record-refusal.server.ts'
import { createSession } from '../session.server.ts'

import { countRecoveryCodes } from './recovery-codes.server.ts'
import { takeSecondFactor, WRONG_CODE } from './second-factor.server.ts'
import { endChallenge, findChallenge } from './sign-in-challenge.server.ts'

/** Only who knows the password comes this far. Three codes of a million are right at a time: 1 in 350 for a day of trying. */
const perAccount: ThrottleRule = { name: 'sign-in-code', limit: 10, windowMs: 15 * MINUTE }

export type SecondStep = {
  /** Of the browser that gave the password. */
  challenge: string
  code: string
  userAgent: string | null
  /** The token of a session the same browser held until now. */
  replaces?: string | null
}

/**
 * The second step of a sign-in: opens a session for a code of the authenticator app or a recovery code, and returns its token.
 * @throws {AppError} expired when the first step is not known or too long ago, unauthenticated for the code, too-many
 * past the throttle.
 */
export async function completeSignIn(ctx: Ctx, step: SecondStep): Promise<string> {
  const challenge = await findChallenge(ctx, step.challenge)
  const expired = new AppError('expired', 'This took too long. Please sign in again.')
  if (!challenge) throw expired
  const { ownerId } = challenge
  await countAgainst(ctx, perAccount, ownerId)
  const session = await withTransaction(ctx, async (ctx) => {
    const factor = await takeSecondFactor(ctx, ownerId, step.code)
    if (!factor) return null
    if (!(await endChallenge(ctx, challenge.id))) throw expired
    await forgetHits(ctx, perAccount, ownerId)
    if (factor === 'recovery') {
      const codesLeft = await countRecoveryCodes(ctx, ownerId)
      await recordChange(ctx, {
        what: 'owner.recovery_code_used',
        by: { actor: 'owner', device: describeDevice(step.userAgent) },
      })
      await notifyOwner(ctx, ownerId, { change: 'recovery-code-used', codesLeft })
    }
    return createSession(ctx, { id: ownerId, userAgent: step.userAgent, replaces: step.replaces ?? null })
  })
  if (session !== null) return session
  await recordRefusal(ctx, 'owner.code_failed', step.userAgent)
  throw new AppError('unauthenticated', WRONG_CODE)
}
