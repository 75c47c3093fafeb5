import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { provePassword } from '../prove-owner.server.ts'

import { type QrCode, qrCode } from './qr-code.server.ts'
import { isTwoFactorOn } from './second-factor.server.ts'
import { newTotpKey, totpUri } from './totp.server.ts'

/** Long enough to install an app. */
const ENROLMENT_LASTS = 15 * MINUTE

export type Enrolment = {
  /** The key in base32, in groups of four, for whoever types it. */
  typedKey: string
  qr: QrCode
  /** The key, sealed for this session; the page sends it back, and nothing is stored until a code has confirmed it. */
  ticket: string
}

/**
 * Makes a key for the owner's authenticator app, once the password is given.
 * @throws {FieldErrors} for the password.
 * @throws {AppError} conflict when two-factor sign-in is on already, too-many past the throttle.
 */
export async function beginTwoFactor(ctx: Ctx, given: { password: string }): Promise<Enrolment> {
  const { ownerId, sessionId } = requireActor(ctx)
  await provePassword(ctx, given.password)
  if (await isTwoFactorOn(ctx, ownerId)) throw alreadyOn()
  const pending = { key: newTotpKey(), expiresAt: ctx.clock.now() + ENROLMENT_LASTS }
  return enrolmentOf(ctx, pending.key, ctx.vault.seal(ticketRow(sessionId), JSON.stringify(pending)))
}

/** What the page shows again after a code that was not right. @throws {AppError} expired. */
export async function resumeEnrolment(ctx: Ctx, ticket: string): Promise<Enrolment> {
  return enrolmentOf(ctx, openTicket(ctx, ticket), ticket)
}

/** The key of an enrolment that was begun in this very session. @throws {AppError} expired for any other. */
export function openTicket(ctx: Ctx, ticket: string): string {
  const { sessionId } = requireActor(ctx)
  const expired = new AppError(
    'expired',
    'This took too long. Please begin anew; the key shown before is void.',
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

export function alreadyOn(): AppError {
  return new AppError('conflict', 'Two-factor sign-in is on already.')
}

async function enrolmentOf(ctx: Ctx, key: string, ticket: string): Promise<Enrolment> {
  const { email } = requireActor(ctx)
  const { siteName } = await ctx.site(ctx)
  const typedKey = key.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return { typedKey, qr: qrCode(totpUri(key, { issuer: siteName, label: email })), ticket }
}

function ticketRow(sessionId: string): string {
  return `two_factor_enrolment:${sessionId}`
}
