import { sql } from 'kysely'

import type { Ctx } from './context.server.ts'
import { AppError } from './errors.ts'

/** At most `limit` hits in a window of `windowMs` milliseconds, which opens with the first of them. */
export type ThrottleRule = { readonly name: string; readonly limit: number; readonly windowMs: number }

/**
 * Counts one hit of `subject` (an address, an e-mail) against a rule, in the database, so that it holds across
 * instances and restarts. Only a keyed hash of the subject is stored.
 * @throws {AppError} too-many, with the seconds to wait, once the rule's limit is passed.
 */
export async function countAgainst(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<void> {
  if (!ctx.limits) return
  const now = ctx.clock.now()
  const expiresAt = now + rule.windowMs
  const fresh = sql<boolean>`throttle.expires_at <= ${now}`
  const row = await ctx.db
    .insertInto('throttle')
    .values({ key: keyOf(ctx, rule, subject), window_start: now, hits: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_start: sql`case when ${fresh} then ${now} else throttle.window_start end`,
        hits: sql`case when ${fresh} then 1 else throttle.hits + 1 end`,
        expires_at: sql`case when ${fresh} then ${expiresAt} else throttle.expires_at end`,
      }),
    )
    .returning(['hits', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (row.hits <= rule.limit) return
  const retryAfter = Math.max(1, Math.ceil((row.expires_at - now) / 1000))
  throw new AppError('too-many', `Too many tries. Please wait ${describeWait(retryAfter)} and try again.`, {
    retryAfter,
  })
}

/** Forgets the hits of `subject`, as after a sign-in that succeeded. */
export async function forgetHits(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<void> {
  await ctx.db
    .deleteFrom('throttle')
    .where('key', '=', keyOf(ctx, rule, subject))
    .execute()
}

/** Forgets all hits of `subject`, whatever they were counted for: nothing of it is kept. */
export async function forgetSubject(ctx: Ctx, subject: string): Promise<void> {
  const hash = ctx.signer.sign('throttle', subject).replaceAll('_', '\\_')
  await ctx.db
    .deleteFrom('throttle')
    .where(sql<boolean>`key like ${`%:${hash}`} escape '\\'`)
    .execute()
}

/** Deletes windows that are over; a schedule calls it. */
export async function deleteExpiredThrottles(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('throttle').where('expires_at', '<=', ctx.clock.now()).execute()
}

function keyOf(ctx: Ctx, rule: ThrottleRule, subject: string): string {
  return `${rule.name}:${ctx.signer.sign('throttle', subject)}`
}

function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
