import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { isCommonPassword } from './common-password.server.ts'
import { guessableWords, passwordFault } from './password-rules.ts'

/** A sentence why a new password of the owner will not do, or null when it will. */
export async function newPasswordFault(ctx: Ctx, email: string, password: string): Promise<string | null> {
  const { siteName, publicUrl } = await ctx.site(ctx)
  const about = [email, siteName, new URL(publicUrl).hostname]
  const fault = passwordFault(password, about)
  if (fault) return fault
  return (await isCommonPassword(password, guessableWords(about)))
    ? 'This is among the most common passwords and phrases, or made of them. Please use a phrase of your own.'
    : null
}

/** A new password, typed twice, as it may be stored. @throws {FieldErrors} for either field. */
export async function checkNewPassword(
  ctx: Ctx,
  email: string,
  { newPassword = '', confirmPassword = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const fault = await newPasswordFault(ctx, email, newPassword)
  if (fault) throw new FieldErrors({ newPassword: fault })
  if (newPassword !== confirmPassword)
    throw new FieldErrors({ confirmPassword: 'The two passwords are not the same.' })
  return newPassword
}
