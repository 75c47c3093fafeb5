import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { withProof } from '../prove-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import { isTwoFactorOn } from './second-factor.server.ts'

/**
 * Turns two-factor sign-in off, for the password and a code. Every other session ends; returns the present one's new
 * token. A mail tells of it.
 * @throws {FieldErrors} for what is wrong.
 * @throws {AppError} conflict while it is off, too-many past the throttle.
 */
export async function turnOffTwoFactor(ctx: Ctx, given: { password: string; code: string }): Promise<string> {
  const { ownerId, sessionId } = requireActor(ctx)
  await requireTwoFactor(ctx)
  return withProof(ctx, given, async (ctx) => {
    await forgetTwoFactor(ctx, ownerId)
    await endAccess(ctx, ownerId, sessionId)
    await recordChange(ctx, { what: 'owner.two_factor_off' })
    await notifyOwner(ctx, ownerId, { change: 'two-factor-off' })
    return renewSession(ctx, sessionId)
  })
}

/** Deletes key and recovery codes, in the caller's transaction; false when there were none. */
export async function forgetTwoFactor(ctx: Ctx, ownerId: string): Promise<boolean> {
  await ctx.db.deleteFrom('recovery_code').where('owner_id', '=', ownerId).execute()
  const { numDeletedRows } = await ctx.db
    .deleteFrom('two_factor')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @throws {AppError} conflict while two-factor sign-in is off. */
export async function requireTwoFactor(ctx: Ctx): Promise<void> {
  if (!(await isTwoFactorOn(ctx, requireActor(ctx).ownerId)))
    throw new AppError('conflict', 'Two-factor sign-in is off.')
}
