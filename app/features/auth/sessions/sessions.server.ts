import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { provePassword } from '../prove-owner.server.ts'
import { sessionBorders } from '../session.server.ts'

export type ListedSession = {
  id: string
  device: string
  created_at: number
  last_seen_at: number
  isThis: boolean
}

/** Returns the member's open sessions: this one first, then by latest use. */
export async function listSessions(ctx: Ctx): Promise<ListedSession[]> {
  const actor = requireActor(ctx, 'account.read')
  const { idle, absolute } = await sessionBorders(ctx)
  const sessions = await ctx.db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('member_id', '=', actor.memberId)
    .where('last_seen_at', '>', idle)
    .where('created_at', '>', absolute)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const listed = sessions.map((session) => ({ ...session, isThis: session.id === actor.sessionId }))
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)]
}

type Ending = {
  /** Required again by ASVS 5.0, 7.5.2. */
  password: string
  /** A session's id, or `others` for all but this one. */
  which: string
}

/** Ends one or all of the member's other sessions and returns how many. @throws {FieldErrors} for the password. */
export async function endSessions(ctx: Ctx, { password, which }: Ending): Promise<number> {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  await provePassword(ctx, password)
  return withTransaction(ctx, async (ctx) => {
    const others = ctx.db.deleteFrom('session').where('member_id', '=', memberId).where('id', '!=', sessionId)
    const ended = await (which === 'others' ? others : others.where('id', '=', which))
      .returning('id')
      .execute()
    const devices = ctx.db
      .deleteFrom('push_subscription')
      .where('member_id', '=', memberId)
      .where('session_id', '!=', sessionId)
    // This includes expired sessions, which the page does not list.
    await (which === 'others' ? devices : devices.where('session_id', '=', which)).execute()
    if (ended.length > 0) await recordChange(ctx, { what: 'owner.sessions_ended' })
    return ended.length
  })
}
