import { timingSafeEqual } from 'node:crypto'

import type { Ctx } from '#app/platform/context.server.ts'

/** Without 0, 1, I and O, which are read for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12

/**
 * The code that the operator reads off the console to make the owner's account. It follows from the secret, so that every
 * instance and each restart prints the same; it is worth nothing once an owner exists. 60 bits, throttled.
 */
export function setupCode(ctx: Pick<Ctx, 'signer'>): string {
  const bytes = Buffer.from(ctx.signer.sign('set-up-code', 'first owner'), 'base64url').subarray(0, LENGTH)
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Hyphens, spaces and case are the reader's business. */
export function isSetupCode(ctx: Pick<Ctx, 'signer'>, given: string): boolean {
  const expected = Buffer.from(setupCode(ctx).replaceAll('-', ''))
  const typed = Buffer.from(given.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  return expected.length === typed.length && timingSafeEqual(expected, typed)
}
