import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { nobodysHash, verifyPassword } from './password.server.ts'
import { PASSWORD_MAX } from './password-rules.ts'
import { findDevice } from './known-device.server.ts'
import { recordRefusal } from './record-refusal.server.ts'
import { createSession } from './session.server.ts'
import { countTry, forgetTries } from './sign-in-limits.server.ts'
import { isTwoFactorOn } from './two-factor/second-factor.server.ts'
import { createChallenge } from './two-factor/complete-sign-in.server.ts'

const schema = z.object({ email: z.string().max(254), password: z.string().max(PASSWORD_MAX * 4) })

export type SignIn = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
  replaces?: string | null
  /** The device cookie's token; only browsers that have signed in before have one. */
  device?: string | null
}

/** The token of a session, or of a sign-in that waits for its second step. */
export type SignedIn = { kind: 'session' | 'challenge'; token: string }

/**
 * Opens a session or, with two-factor sign-in, a challenge for `completeSignIn`. An unknown address and a wrong password
 * get the same response after the same work. @throws {AppError} unauthenticated, too-many.
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
    // A concurrent change of the password has ended every session and must prevent this one too.
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
