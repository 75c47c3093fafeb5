import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { withProof } from '../prove-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import type { NewCodes } from './enrol-two-factor.server.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts'
import { isTwoFactorOn } from './second-factor.server.ts'

export type TwoFactorState = {
  enabledAt: number
  codesLeft: number
}

/** Returns the state of the member's two-factor sign-in, or null while it is off. */
export async function readTwoFactor(ctx: Ctx): Promise<TwoFactorState | null> {
  const { memberId } = requireActor(ctx, 'account.read')
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('enabled_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ? { enabledAt: row.enabled_at, codesLeft: await countRecoveryCodes(ctx, memberId) } : null
}

/** @throws {FieldErrors} for a wrong password or code. @throws {AppError} conflict while it is off, too-many. */
export async function renewRecoveryCodes(
  ctx: Ctx,
  given: { password: string; code: string },
): Promise<NewCodes> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  await requireTwoFactor(ctx)
  return withProof(ctx, given, async (ctx) => {
    const codes = await replaceRecoveryCodes(ctx, memberId)
    await endAccess(ctx, memberId, sessionId)
    await recordChange(ctx, { what: 'owner.recovery_codes_renewed' })
    await notifyOwner(ctx, memberId, { change: 'recovery-codes-new' })
    return { codes, token: await renewSession(ctx, sessionId) }
  })
}

/** Returns this session's new token. @throws {FieldErrors} for a wrong password or code. @throws {AppError} conflict, too-many. */
export async function turnOffTwoFactor(ctx: Ctx, given: { password: string; code: string }): Promise<string> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  await requireTwoFactor(ctx)
  return withProof(ctx, given, async (ctx) => {
    await forgetTwoFactor(ctx, memberId)
    await endAccess(ctx, memberId, sessionId)
    await recordChange(ctx, { what: 'owner.two_factor_off' })
    await notifyOwner(ctx, memberId, { change: 'two-factor-off' })
    return renewSession(ctx, sessionId)
  })
}

/** Deletes the key and the recovery codes in the caller's transaction; returns false if there were none. */
export async function forgetTwoFactor(ctx: Ctx, memberId: string): Promise<boolean> {
  await ctx.db.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  const { numDeletedRows } = await ctx.db
    .deleteFrom('two_factor')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @throws {AppError} conflict while two-factor sign-in is off. */
async function requireTwoFactor(ctx: Ctx): Promise<void> {
  if (!(await isTwoFactorOn(ctx, requireActor(ctx, 'account.write').memberId)))
    throw new AppError('conflict', 'Two-factor sign-in is off.')
}
