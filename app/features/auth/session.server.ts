import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { describeDevice } from './describe-device.ts'
import { hashToken, newToken } from './secret-token.server.ts'
import { sessionCookie } from './session-cookie.ts'
import { sessionSettings } from './sessions/session-settings.server.ts'

/** `last_seen_at` is written at most this often, so that a page of ten requests causes one write. */
const SEEN_EVERY = MINUTE

type NewSession = {
  id: string
  userAgent: string | null
  /** The token of this browser's previous session, which is ended. */
  replaces?: string | null
}

/** Opens a session of the member `id` and returns its token; only the hash is stored. */
export async function createSession(ctx: Ctx, { id, userAgent, replaces }: NewSession): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  return withTransaction(ctx, async (ctx) => {
    const sessionId = newId()
    if (replaces) await keepNotifications(ctx, { replaces, memberId: id, sessionId })
    await deleteEndedSessions(ctx)
    if (replaces) await endSession(ctx, replaces)
    await ctx.db
      .insertInto('session')
      .values({
        id: sessionId,
        member_id: id,
        token_hash: hashToken(token),
        created_at: now,
        last_seen_at: now,
        device: describeDevice(userAgent),
      })
      .execute()
    await noteSeen(ctx, id)
    await recordChange({ ...ctx, actor: await findActor(ctx, token) }, { what: 'owner.signed_in' })
    return token
  })
}

/** Returns the member of a session, or null if its token is unknown or it has ended. Each use extends the session. */
export async function findActor(ctx: Ctx, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const { idle, absolute } = await sessionBorders(ctx)
  const session = await ctx.db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select([
      'session.id as sessionId',
      'member.id as memberId',
      'member.email',
      'member.name',
      'member.role',
      'session.device',
      'session.last_seen_at as seenAt',
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.last_seen_at', '>', idle)
    .where('session.created_at', '>', absolute)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  if (!session) return null
  const { seenAt, ...actor } = session
  if (now - seenAt > SEEN_EVERY) {
    await ctx.db.updateTable('session').set({ last_seen_at: now }).where('id', '=', actor.sessionId).execute()
    await noteSeen(ctx, actor.memberId)
  }
  return actor
}

/** Stores the time on the member too, because ended sessions are deleted. */
async function noteSeen(ctx: Ctx, memberId: string): Promise<void> {
  const seen = { last_seen_at: ctx.clock.now() }
  await ctx.db.updateTable('member').set(seen).where('id', '=', memberId).execute()
}

type Renewed = { replaces: string; memberId: string; sessionId: string }

/** Moves the notifications to the new session, so that signing in again in the same browser keeps them. */
async function keepNotifications(ctx: Ctx, { replaces, memberId, sessionId }: Renewed): Promise<void> {
  const former = ctx.db.selectFrom('session').select('id').where('token_hash', '=', hashToken(replaces))
  await ctx.db
    .updateTable('push_subscription')
    .set({ session_id: sessionId })
    .where('member_id', '=', memberId)
    .where('session_id', 'in', former)
    .execute()
}

/** Ends the session and the notifications on its device. */
export async function endSession(ctx: Ctx, token: string): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    const actor = await findActor(ctx, token)
    const ended = await ctx.db
      .deleteFrom('session')
      .where('token_hash', '=', hashToken(token))
      .returning('id')
      .executeTakeFirst()
    // An expired session may still have notifications.
    if (ended) await ctx.db.deleteFrom('push_subscription').where('session_id', '=', ended.id).execute()
    if (actor) await recordChange({ ...ctx, actor }, { what: 'owner.signed_out' })
  })
}

/** Returns a new token for the session, as ASVS 5.0, 7.2.4 requires after each proof of identity. */
export async function renewSession(ctx: Ctx, sessionId: string): Promise<string> {
  const token = newToken()
  await ctx.db
    .updateTable('session')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', sessionId)
    .execute()
  return token
}

export async function newSessionCookie(ctx: Ctx, token: string): Promise<string> {
  const { absoluteHours } = await sessionSettings.read(ctx)
  return sessionCookie(token, { isHttps: ctx.isHttps, maxAgeSeconds: (absoluteHours * HOUR) / 1000 })
}

/** Returns two times: sessions last seen up to `idle` or opened up to `absolute` have ended. */
export async function sessionBorders(ctx: Ctx): Promise<{ idle: number; absolute: number }> {
  const { idleMinutes, absoluteHours } = await sessionSettings.read(ctx)
  const now = ctx.clock.now()
  return { idle: now - idleMinutes * MINUTE, absolute: now - absoluteHours * HOUR }
}

async function deleteEndedSessions(ctx: Ctx): Promise<void> {
  const { idle, absolute } = await sessionBorders(ctx)
  await ctx.db
    .deleteFrom('session')
    .where((where) => where.or([where('last_seen_at', '<=', idle), where('created_at', '<=', absolute)]))
    .execute()
}
