import { createHash } from 'node:crypto'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { Problem } from './problem.ts'

export type Stored = { status: number; location: string | null; body: string }

export type Replay = Stored & { isReplay: boolean }

/** `key` is null if the caller sent none. */
export type Asked = { key: string | null; request: string }

/**
 * Returns the response stored for the key within a day; null if there is none. Ask before slow work is prepared.
 * @throws {Problem} 422 if the key was used for another request
 */
export async function findReplay(ctx: Ctx, { key, request }: Asked): Promise<Replay | null> {
  const id = replayId(ctx, key)
  if (id === null) return null
  const earlier = await ctx.db
    .selectFrom('api_replay')
    .select(['request', 'status', 'location', 'body'])
    .where('id', '=', id)
    .where('created_at', '>', ctx.clock.now() - DAY)
    .executeTakeFirst()
  if (!earlier) return null
  if (earlier.request !== hashOf(request))
    throw new Problem(422, 'This Idempotency-Key was used for another request.')
  return { status: earlier.status, location: earlier.location, body: earlier.body, isReplay: true }
}

/** Runs the work once per key, in the caller's transaction. @throws see `findReplay` */
export async function onceForKey(ctx: Ctx, asked: Asked, work: () => Promise<Stored>): Promise<Replay> {
  const id = replayId(ctx, asked.key)
  if (id === null) return { ...(await work()), isReplay: false }
  await ctx.engine.lockUntilCommit(ctx.db, `replay ${id}`)
  const earlier = await findReplay(ctx, asked)
  if (earlier) return earlier
  const answer = await work()
  const row = { request: hashOf(asked.request), ...answer, created_at: ctx.clock.now() }
  await ctx.db
    .insertInto('api_replay')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return { ...answer, isReplay: false }
}

function replayId({ actor }: Ctx, key: string | null): string | null {
  if (key === null || actor === null) return null
  if (!/^[!-~]{1,255}$/.test(key))
    throw new Problem(400, 'An Idempotency-Key has 1 to 255 visible characters of ASCII.')
  return hashOf(`${actor.sessionId}\n${key}`)
}

export async function deleteOldReplays(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom('api_replay')
    .where('created_at', '<=', ctx.clock.now() - DAY)
    .execute()
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
