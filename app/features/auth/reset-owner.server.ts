import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { hashPassword } from './password.server.ts'
import { forgetPasskeys } from './passkeys/passkeys.server.ts'
import { createReset } from './reset/send-password-reset.job.server.ts'
import { newToken } from './secret-token.server.ts'
import { setupCode } from './set-up-owner.server.ts'
import { storePassword } from './store-password.server.ts'
import { isTwoFactorOn } from './two-factor/second-factor.server.ts'
import { forgetTwoFactor } from './two-factor/manage-two-factor.server.ts'

const TWO_FACTOR_FLAG = '--two-factor'

/** Runs `npm run owner:reset`: makes a link to set a new password, ends all access by the old one, and returns the lines to print. */
export async function resetOwner(ctx: Ctx, args: readonly string[] = []): Promise<string[]> {
  const passwordHash = await hashPassword(ctx, newToken())
  return withTransaction(ctx, async (ctx) => {
    const email = args.find((arg) => !arg.startsWith('--'))?.toLowerCase()
    const owner = await findMember(ctx, email)
    if (!owner && email !== undefined) return [`There is no member with the address ${email}.`]
    if (!owner) return [`There is no owner yet. Open /admin and use the set-up code ${setupCode(ctx)}.`]
    await storePassword(ctx, owner.id, { passwordHash })
    for (const rules of ['sign-in-%', 'reset-%', 'prove-%'])
      await ctx.db.deleteFrom('throttle').where('key', 'like', rules).execute()
    await recordChange(ctx, { what: 'owner.reset', by: { actor: 'command' } })
    const token = await createReset(ctx, owner.id, newId())
    if (token === null) throw new Error('A new id was known already.')
    const { publicUrl } = await ctx.site(ctx)
    return [
      `Set a new password for ${owner.email} with this link, which works once, within an hour:`,
      `${publicUrl}/admin/reset-password?token=${token}`,
      'The old password no longer works. All sessions, connected apps, API tokens and the calendar address were ended.',
      ...(await resetTwoFactor(ctx, owner.id, args.includes(TWO_FACTOR_FLAG))),
    ]
  })
}

/** Returns the member with the address; without one, the owner with the oldest account. */
async function findMember(ctx: Ctx, email: string | undefined) {
  const members = ctx.db
    .selectFrom('member')
    .select(['id', 'email'])
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
  return (email === undefined ? members.where('role', '=', 'owner') : members.where('email', '=', email))
    .limit(1)
    .executeTakeFirst()
}

async function resetTwoFactor(ctx: Ctx, memberId: string, isAsked: boolean): Promise<string[]> {
  if (isAsked) await forgetPasskeys(ctx, memberId)
  if (isAsked)
    return (await forgetTwoFactor(ctx, memberId))
      ? ['Two-factor sign-in was turned off. Turn it on again in the admin, under Account.']
      : ['Two-factor sign-in was off.']
  return (await isTwoFactorOn(ctx, memberId))
    ? [
        `Two-factor sign-in is still on. If the phone and the recovery codes are lost, run: npm run owner:reset -- ${TWO_FACTOR_FLAG}`,
      ]
    : []
}
