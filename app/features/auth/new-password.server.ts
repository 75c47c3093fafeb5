import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { passwordFault } from './password-rules.ts'

/** A new password, typed twice, as it may be stored. @throws {FieldErrors} for either field. */
export async function checkNewPassword(
  ctx: Ctx,
  email: string,
  { newPassword = '', confirmPassword = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const fault = passwordFault(newPassword, [email, (await ctx.site(ctx)).siteName])
  if (fault) throw new FieldErrors({ newPassword: fault })
  if (newPassword !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  return newPassword
}
