import { createHash, randomBytes } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { describeDevice } from './describe-device.ts'

/** OWASP Session Management Cheat Sheet: half an hour without use, a working day in all. */
export const SESSION_IDLE = 30 * MINUTE
export const SESSION_ABSOLUTE = 8 * HOUR
/** Being seen is written at most this often: a page of ten requests is one write. */
const SEEN_EVERY = MINUTE

/** Opens a session and returns its token, of which only the hash is stored. */
export async function createSession(
  ctx: Ctx,
  owner: { id: string; userAgent: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  return withTransaction(ctx, async (ctx) => {
    await deleteEndedSessions(ctx)
    await ctx.db
      .insertInto('session')
      .values({
        id: newId(),
        owner_id: owner.id,
        token_hash: hashToken(token),
        created_at: now,
        last_seen_at: now,
        device: describeDevice(owner.userAgent),
      })
      .execute()
    await recordChange({ ...ctx, actor: await findActor(ctx, token) }, { what: 'owner.signed_in' })
    return token
  })
}

/** Whose session a token opens, or null when it is unknown or over; a use within the idle time prolongs it. */
export async function findActor(ctx: Ctx, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const session = await ctx.db
    .selectFrom('session')
    .innerJoin('owner', 'owner.id', 'session.owner_id')
    .select([
      'session.id as sessionId',
      'owner.id as ownerId',
      'owner.email',
      'session.device',
      'session.last_seen_at as seenAt',
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.last_seen_at', '>', now - SESSION_IDLE)
    .where('session.created_at', '>', now - SESSION_ABSOLUTE)
    .executeTakeFirst()
  if (!session) return null
  const { seenAt, ...actor } = session
  if (now - seenAt > SEEN_EVERY)
    await ctx.db.updateTable('session').set({ last_seen_at: now }).where('id', '=', actor.sessionId).execute()
  return actor
}

export async function endSession(ctx: Ctx, token: string): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    const actor = await findActor(ctx, token)
    await ctx.db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute()
    if (actor) await recordChange({ ...ctx, actor }, { what: 'owner.signed_out' })
  })
}

async function deleteEndedSessions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('last_seen_at', '<=', now - SESSION_IDLE),
        where('created_at', '<=', now - SESSION_ABSOLUTE),
      ]),
    )
    .execute()
}

/** The token is random, so a plain hash is enough: nothing about it can be guessed. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
