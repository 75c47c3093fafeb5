import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { withProof } from '../prove-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import type { NewCodes } from './confirm-two-factor.server.ts'
import { replaceRecoveryCodes } from './recovery-codes.server.ts'
import { requireTwoFactor } from './turn-off-two-factor.server.ts'

/**
 * Ten new recovery codes in place of those before, for the password and a code.
 * @throws {FieldErrors} for what is wrong.
 * @throws {AppError} conflict while two-factor sign-in is off, too-many past the throttle.
 */
export async function renewRecoveryCodes(
  ctx: Ctx,
  given: { password: string; code: string },
): Promise<NewCodes> {
  const { ownerId, sessionId } = requireActor(ctx)
  await requireTwoFactor(ctx)
  return withProof(ctx, given, async (ctx) => {
    const codes = await replaceRecoveryCodes(ctx, ownerId)
    await endAccess(ctx, ownerId, sessionId)
    await recordChange(ctx, { what: 'owner.recovery_codes_renewed' })
    await notifyOwner(ctx, ownerId, { change: 'recovery-codes-new' })
    return { codes, token: await renewSession(ctx, sessionId) }
  })
}
