import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { createOwner } from './create-owner.server.ts'
import { describeDevice } from './describe-device.ts'
import { recordRefusal } from './record-refusal.server.ts'
import { createSession } from './session.server.ts'
import { isSetupCode } from './setup-code.server.ts'

const perAddress: ThrottleRule = { name: 'set-up-address', limit: 10, windowMs: 15 * MINUTE }

export type SetUp = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  userAgent: string | null
}

/**
 * The first run's form: makes the owner's account for whoever holds the set-up code, and returns a session's token.
 * @throws {FieldErrors} for what is to be mended.
 * @throws {AppError} conflict when there is an owner, too-many past the throttle.
 */
export async function setUpOwner(ctx: Ctx, { fields, clientAddress, userAgent }: SetUp): Promise<string> {
  const { code = '', email = '', password = '', confirmPassword = '' } = fields
  await countAddress(ctx, perAddress, clientAddress)
  if (!isSetupCode(ctx, code)) {
    await recordRefusal(ctx, 'owner.set_up_failed', userAgent)
    throw new FieldErrors({ code: 'This is not the code that was printed when the server started.' })
  }
  if (password !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  const id = await createOwner(ctx, { email, password, device: describeDevice(userAgent) })
  return createSession(ctx, { id, userAgent })
}
