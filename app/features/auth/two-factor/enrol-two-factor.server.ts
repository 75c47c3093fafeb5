import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { provePassword } from '../prove-owner.server.ts'
import { renewSession } from '../session.server.ts'
import { endAccess } from '../store-password.server.ts'

import { replaceRecoveryCodes } from './recovery-codes.server.ts'
import { isTwoFactorOn, keyRow } from './second-factor.server.ts'
import { newTotpKey, type QrCode, qrCode, stepOfCode, totpUri } from './totp.server.ts'

const ENROLMENT_LASTS = 15 * MINUTE

export type Enrolment = {
  /** The key in base32, in groups of four characters, for typing. */
  typedKey: string
  qr: QrCode
  /** The key, sealed for this session. The page sends it back, and it is stored once a code confirms it. */
  ticket: string
}

/** Creates a key for an authenticator app. @throws {FieldErrors} for the password. @throws {AppError} conflict if it is on, too-many. */
export async function beginTwoFactor(ctx: Ctx, given: { password: string }): Promise<Enrolment> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  await provePassword(ctx, given.password)
  if (await isTwoFactorOn(ctx, memberId)) throw alreadyOn()
  const pending = { key: await newTotpKey(), expiresAt: ctx.clock.now() + ENROLMENT_LASTS }
  return enrolmentOf(ctx, pending.key, ctx.vault.seal(ticketRow(sessionId), JSON.stringify(pending)))
}

/** Returns the enrolment to show again after a wrong code. @throws {AppError} expired. */
export async function resumeEnrolment(ctx: Ctx, ticket: string): Promise<Enrolment> {
  return enrolmentOf(ctx, openTicket(ctx, ticket), ticket)
}

/** Returns the key of an enrolment that this session began. @throws {AppError} expired for any other. */
function openTicket(ctx: Ctx, ticket: string): string {
  const { sessionId } = requireActor(ctx, 'account.write')
  const expired = new AppError(
    'expired',
    'This took too long. Please start again; the previous key is no longer valid.',
  )
  try {
    const opened: unknown = JSON.parse(ctx.vault.open(ticketRow(sessionId), ticket))
    const { key, expiresAt } = z.object({ key: z.string(), expiresAt: z.number() }).parse(opened)
    if (ctx.clock.now() < expiresAt) return key
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
  }
  throw expired
}

function alreadyOn(): AppError {
  return new AppError('conflict', 'Two-factor sign-in is already on.')
}

async function enrolmentOf(ctx: Ctx, key: string, ticket: string): Promise<Enrolment> {
  const { email } = requireActor(ctx, 'account.write')
  const { siteName } = await ctx.site(ctx)
  const typedKey = key.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const uri = await totpUri(key, { issuer: siteName, label: email })
  return { typedKey, qr: qrCode(uri), ticket }
}

function ticketRow(sessionId: string): string {
  return `two_factor_enrolment:${sessionId}`
}

/** The recovery codes, which are shown once, and this session's new token. */
export type NewCodes = { codes: string[]; token: string }

/** Stores the key once a code proves that the app has it. @throws {FieldErrors} for the code. @throws {AppError} expired, conflict. */
export async function confirmTwoFactor(ctx: Ctx, given: { ticket: string; code: string }): Promise<NewCodes> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  const key = openTicket(ctx, given.ticket)
  const now = ctx.clock.now()
  const step = await stepOfCode(key, given.code.replaceAll(/\s/g, ''), now)
  if (step === null)
    throw new FieldErrors({
      code: 'This is not the code that the app shows now. Please check that the clock of your phone is right.',
    })
  return withTransaction(ctx, async (ctx) => {
    const stored = await ctx.db
      .insertInto('two_factor')
      .values({
        member_id: memberId,
        sealed: ctx.vault.seal(keyRow(memberId), key),
        enabled_at: now,
        last_step: step,
      })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .returning('member_id')
      .executeTakeFirst()
    if (!stored) throw alreadyOn()
    const codes = await replaceRecoveryCodes(ctx, memberId)
    await endAccess(ctx, memberId, sessionId)
    await recordChange(ctx, { what: 'owner.two_factor_on' })
    await notifyOwner(ctx, memberId, { change: 'two-factor-on' })
    return { codes, token: await renewSession(ctx, sessionId) }
  })
}
