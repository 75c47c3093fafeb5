import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { sessionBorders } from '../session.server.ts'

export type ListedSession = {
  id: string
  /** Browser and system. */
  device: string
  created_at: number
  last_seen_at: number
  /** The one that asks. */
  isThis: boolean
}

/** The owner's sessions that are open, the one that asks first, then by when they were last seen. */
export async function listSessions(ctx: Ctx): Promise<ListedSession[]> {
  const actor = requireActor(ctx)
  const { idle, absolute } = await sessionBorders(ctx)
  const sessions = await ctx.db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('owner_id', '=', actor.ownerId)
    .where('last_seen_at', '>', idle)
    .where('created_at', '>', absolute)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const listed = sessions.map((session) => ({ ...session, isThis: session.id === actor.sessionId }))
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)]
}
