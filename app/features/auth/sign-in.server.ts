import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import {
  countAddress,
  countAgainst,
  forgetAddress,
  forgetHits,
  type ThrottleRule,
} from '#app/platform/throttle.server.ts'

import { nobodysHash, verifyPassword } from './password.server.ts'
import { PASSWORD_MAX } from './password-rules.ts'
import { findDevice } from './known-device.server.ts'
import { recordAttempt, recordRefusal } from './record-refusal.server.ts'
import { createSession } from './session.server.ts'
import { isTwoFactorOn } from './two-factor/second-factor.server.ts'
import { createChallenge } from './two-factor/complete-sign-in.server.ts'

const perAddress: ThrottleRule = { name: 'sign-in-address', limit: 10, windowMs: 15 * MINUTE }
/** Shared by all browsers that have not signed in to the account before. */
const perAccount: ThrottleRule = { name: 'sign-in-account', limit: 30, windowMs: 15 * MINUTE }

/** For a browser that has: strangers who use up the other limits cannot lock the owner out. */
const perDevice: ThrottleRule = { name: 'sign-in-device', limit: 10, windowMs: 15 * MINUTE }

const schema = z.object({ email: z.string().max(254), password: z.string().max(PASSWORD_MAX * 4) })

export type SignIn = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
  replaces?: string | null
  /** The device cookie's token; only a browser that has signed in before has one. */
  device?: string | null
}

/** A session's token, or that of a sign-in that waits for its second step. */
export type SignedIn = { kind: 'session' | 'challenge'; token: string }

/**
 * Opens a session or, with two-factor sign-in, a challenge for `completeSignIn`. An unknown address and a wrong password get the
 * same answer after the same work. @throws {AppError} unauthenticated, too-many.
 */
export async function signIn(ctx: Ctx, attempt: SignIn): Promise<SignedIn> {
  const refused = new AppError('unauthenticated', 'Invalid email or password')
  const parsed = schema.safeParse({ email: '', password: '', ...attempt.fields })
  if (!parsed.success) throw refused
  const email = parsed.data.email.trim().toLowerCase()
  const from = attempt.clientAddress
  const device = findDevice(ctx, email, attempt.device ?? null)
  await countTry(ctx, { from, email, device }, attempt.userAgent)
  const owner = await ctx.db
    .selectFrom('member')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const isRight = await verifyPassword(ctx, parsed.data.password, owner?.password_hash ?? nobodysHash, from)
  if (!owner || !isRight) {
    await recordRefusal(ctx, 'owner.sign_in_failed', attempt.userAgent)
    throw refused
  }
  return withTransaction(ctx, async (ctx) => {
    // A password that was changed meanwhile has ended every session, and must prevent this one.
    const { numUpdatedRows } = await ctx.db
      .updateTable('member')
      .set({ password_hash: owner.password_hash })
      .where('id', '=', owner.id)
      .where('password_hash', '=', owner.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refused
    await forgetTries(ctx, { from, email, device })
    if (await isTwoFactorOn(ctx, owner.id))
      return { kind: 'challenge', token: await createChallenge(ctx, owner.id) }
    const { userAgent, replaces = null } = attempt
    return { kind: 'session', token: await createSession(ctx, { id: owner.id, userAgent, replaces }) }
  })
}

type Try = { from: string; email: string; device: string | null }

async function countTry(ctx: Ctx, { from, email, device }: Try, userAgent: string | null): Promise<void> {
  try {
    if (device !== null) await countAgainst(ctx, perDevice, device)
    else {
      await countAddress(ctx, perAddress, from)
      await countAgainst(ctx, perAccount, email)
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many')
      await recordAttempt(ctx, 'owner.sign_in_throttled', { email, userAgent })
    throw error
  }
}

async function forgetTries(ctx: Ctx, { from, email, device }: Try): Promise<void> {
  if (device !== null) return forgetHits(ctx, perDevice, device)
  await forgetAddress(ctx, perAddress, from)
  await forgetHits(ctx, perAccount, email)
}
