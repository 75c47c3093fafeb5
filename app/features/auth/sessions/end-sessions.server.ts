import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { provePassword } from '../prove-owner.server.ts'

type Ending = {
  /** The owner's, once more: ASVS 5.0, 7.5.2. */
  password: string
  /** A session's id, or `others`: every one but the one that asks. */
  which: string
}

/**
 * Ends one other session of the owner or all others, at once. Returns how many there were; one that is over already is
 * no fault. The session that asks ends by signing out.
 * @throws {FieldErrors} for the password.
 */
export async function endSessions(ctx: Ctx, { password, which }: Ending): Promise<number> {
  const { ownerId, sessionId } = requireActor(ctx)
  await provePassword(ctx, password)
  return withTransaction(ctx, async (ctx) => {
    const others = ctx.db.deleteFrom('session').where('owner_id', '=', ownerId).where('id', '!=', sessionId)
    const ended = await (which === 'others' ? others : others.where('id', '=', which))
      .returning('id')
      .execute()
    if (ended.length > 0) await recordChange(ctx, { what: 'owner.sessions_ended' })
    return ended.length
  })
}
