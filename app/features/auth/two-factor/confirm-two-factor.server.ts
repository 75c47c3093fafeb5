import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import { alreadyOn, openTicket } from './begin-two-factor.server.ts'
import { replaceRecoveryCodes } from './recovery-codes.server.ts'
import { keyRow } from './second-factor.server.ts'
import { stepOfCode } from './totp.server.ts'

/** What changes the second factor gives: codes to be shown once, and the acting session's new token. */
export type NewCodes = { codes: string[]; token: string }

/**
 * Turns two-factor sign-in on, once a code shows that the app has the key. Every other session ends; a mail tells of it.
 * @throws {FieldErrors} for the code.
 * @throws {AppError} expired, or conflict when it is on already.
 */
export async function confirmTwoFactor(ctx: Ctx, given: { ticket: string; code: string }): Promise<NewCodes> {
  const { ownerId, sessionId } = requireActor(ctx)
  const key = openTicket(ctx, given.ticket)
  const now = ctx.clock.now()
  const step = stepOfCode(key, given.code.replaceAll(/\s/g, ''), now)
  if (step === null)
    throw new FieldErrors({ code: 'This is not the code that the app shows now. Is its clock right?' })
  return withTransaction(ctx, async (ctx) => {
    const stored = await ctx.db
      .insertInto('two_factor')
      .values({
        owner_id: ownerId,
        sealed: ctx.vault.seal(keyRow(ownerId), key),
        enabled_at: now,
        last_step: step,
      })
      .onConflict((conflict) => conflict.column('owner_id').doNothing())
      .returning('owner_id')
      .executeTakeFirst()
    if (!stored) throw alreadyOn()
    const codes = await replaceRecoveryCodes(ctx, ownerId)
    await endAccess(ctx, ownerId, sessionId)
    await recordChange(ctx, { what: 'owner.two_factor_on' })
    await notifyOwner(ctx, ownerId, { change: 'two-factor-on' })
    return { codes, token: await renewSession(ctx, sessionId) }
  })
}
