import { comparableAddress, holdsAddress } from '#app/lib/addresses-in-text.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

export function parseAddress(typed: string): string {
  const line = readableLine(typed)
  if (line === '') throw new FieldErrors({ address: 'Please enter an e-mail address.' })
  const address = line === null ? null : comparableAddress(line)
  if (address === null || !isEmailAddress(address))
    throw new FieldErrors({ address: 'This is not an e-mail address.' })
  return address
}

/** Notices are sent to these addresses, so erasing one would delete all notices. */
export async function isOwnAddress(ctx: Ctx, address: string): Promise<boolean> {
  const site = await ctx.site(ctx)
  const owners = await ctx.db.selectFrom('member').select('email').execute()
  const own = [site.contactEmail, site.mailFrom, ...site.noticeEmails, ...owners.map(({ email }) => email)]
  return own.some((text) => holdsAddress(text, (found) => found === address))
}
