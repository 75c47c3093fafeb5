import { createHash } from 'node:crypto'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { Problem } from './problem.ts'

export type Stored = { status: number; location: string | null; body: string }

/**
 * Runs the work once per key, in the caller's transaction; a repeat within a day gets the stored response.
 * @throws {Problem} 422 if the key was used for another request
 */
export async function onceForKey(
  ctx: Ctx,
  { key, request }: { key: string | null; request: string },
  work: () => Promise<Stored>,
): Promise<Stored & { isReplay: boolean }> {
  if (key === null || ctx.actor === null) return { ...(await work()), isReplay: false }
  if (!/^[!-~]{1,255}$/.test(key))
    throw new Problem(400, 'An Idempotency-Key has 1 to 255 visible characters of ASCII.')
  const now = ctx.clock.now()
  const id = hashOf(`${ctx.actor.sessionId}\n${key}`)
  const hash = hashOf(request)
  await ctx.engine.lockUntilCommit(ctx.db, `replay ${id}`)
  const earlier = await ctx.db
    .selectFrom('api_replay')
    .select(['request', 'status', 'location', 'body'])
    .where('id', '=', id)
    .where('created_at', '>', now - DAY)
    .executeTakeFirst()
  if (earlier && earlier.request !== hash)
    throw new Problem(422, 'This Idempotency-Key was used for another request.')
  if (earlier)
    return { status: earlier.status, location: earlier.location, body: earlier.body, isReplay: true }
  const answer = await work()
  const row = { request: hash, ...answer, created_at: now }
  await ctx.db
    .insertInto('api_replay')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return { ...answer, isReplay: false }
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
