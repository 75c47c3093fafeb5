import { timingSafeEqual } from 'node:crypto'

import { readTimeZone } from '#app/lib/time-zones.ts'
import { readLanguage } from '#app/lib/languages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { FIRST_TIME_ZONE_KEY, timeZoneSchema } from '#app/platform/settings/first-time-zone.server.ts'
import { MAIN_LANGUAGE_KEY } from '#app/platform/settings/main-language.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { createOwner } from './create-owner.server.ts'
import { describeDevice } from './describe-device.ts'
import { recordRefusal } from './record-refusal.server.ts'
import { createSession } from './session.server.ts'

const perAddress: ThrottleRule = { name: 'set-up-address', limit: 10, windowMs: 15 * MINUTE }

export type SetUp = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
}

/** Creates the owner's account and returns a session's token. @throws {FieldErrors} @throws {AppError} conflict, too-many. */
export async function setUpOwner(ctx: Ctx, { fields, clientAddress, userAgent }: SetUp): Promise<string> {
  const { code = '', email = '', password = '', confirmPassword = '' } = fields
  await countAddress(ctx, perAddress, clientAddress)
  if (!isSetupCode(ctx, code)) {
    await recordRefusal(ctx, 'owner.set_up_failed', userAgent)
    throw new FieldErrors({ code: 'This is not the code that was printed when the server started.' })
  }
  if (password !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  const language = readLanguage(fields['language'])
  const id = await createOwner(ctx, { email, password, device: describeDevice(userAgent) })
  if (language !== null) await storeSetting(ctx, MAIN_LANGUAGE_KEY, { tag: language })
  const zone = timeZoneSchema.safeParse(readTimeZone(fields['timeZone']))
  if (zone.success) await storeSetting(ctx, FIRST_TIME_ZONE_KEY, { zone: zone.data })
  return createSession(ctx, { id, userAgent })
}

/** Without 0, 1, I and O, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12

/** Returns the printed code that allows creating the owner. It is derived from the secret, so all instances print the same one. */
export function setupCode(ctx: Pick<Ctx, 'signer'>): string {
  const bytes = Buffer.from(ctx.signer.sign('set-up-code', 'first owner'), 'base64url').subarray(0, LENGTH)
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Ignores hyphens, spaces and case. */
export function isSetupCode(ctx: Pick<Ctx, 'signer'>, given: string): boolean {
  const expected = Buffer.from(setupCode(ctx).replaceAll('-', ''))
  const typed = Buffer.from(given.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  return expected.length === typed.length && timingSafeEqual(expected, typed)
}
