import { randomBytes } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { hashPassword } from './password.server.ts'
import { setupCode } from './setup-code.server.ts'

/**
 * For an owner who is locked out and can reach the machine: a new password, all sessions ended, throttles lifted.
 * Returns what to print.
 */
export async function resetOwner(ctx: Ctx): Promise<string[]> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return withTransaction(ctx, async (ctx) => {
    const owner = await ctx.db.selectFrom('owner').select(['id', 'email']).executeTakeFirst()
    if (!owner) return [`There is no owner yet. Open /admin and use the set-up code ${setupCode(ctx)}.`]
    await ctx.db
      .updateTable('owner')
      .set({ password_hash: passwordHash, password_changed_at: ctx.clock.now() })
      .where('id', '=', owner.id)
      .execute()
    await ctx.db.deleteFrom('session').where('owner_id', '=', owner.id).execute()
    await ctx.db.deleteFrom('throttle').where('key', 'like', 'sign-in-%').execute()
    await recordChange(ctx, { what: 'owner.reset', by: { actor: 'command' } })
    return [`Sign in as ${owner.email} with the password ${password}`, 'All sessions were ended.']
  })
}
