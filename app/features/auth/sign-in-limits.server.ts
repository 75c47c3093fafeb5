import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import {
  countAddress,
  countAgainst,
  forgetAddress,
  forgetHits,
  type ThrottleRule,
} from '#app/platform/throttle.server.ts'

import { recordAttempt } from './record-refusal.server.ts'

const perAddress: ThrottleRule = { name: 'sign-in-address', limit: 10, windowMs: 15 * MINUTE }
/** Shared by all browsers that have not signed in to the account before. */
const perAccount: ThrottleRule = { name: 'sign-in-account', limit: 30, windowMs: 15 * MINUTE }

/** For a browser that has, so that strangers who use up the other limits cannot lock the owner out. */
const perDevice: ThrottleRule = { name: 'sign-in-device', limit: 10, windowMs: 15 * MINUTE }

/** `email` is null for an unknown passkey. */
type Try = { from: string; email: string | null; device: string | null }

/** Counts a sign-in by password or passkey; both share their limits. @throws {AppError} too-many. */
export async function countTry(
  ctx: Ctx,
  { from, email, device }: Try,
  userAgent: string | null,
): Promise<void> {
  try {
    if (device !== null) await countAgainst(ctx, perDevice, device)
    else {
      await countAddress(ctx, perAddress, from)
      if (email !== null) await countAgainst(ctx, perAccount, email)
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many' && email !== null)
      await recordAttempt(ctx, 'owner.sign_in_throttled', { email, userAgent })
    throw error
  }
}

export async function forgetTries(ctx: Ctx, { from, email, device }: Try): Promise<void> {
  if (device !== null) return forgetHits(ctx, perDevice, device)
  await forgetAddress(ctx, perAddress, from)
  if (email !== null) await forgetHits(ctx, perAccount, email)
}
