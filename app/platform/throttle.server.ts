import { sql } from 'kysely'

import type { Ctx } from './context.server.ts'
import { AppError } from './errors.ts'
import { networksOf } from './ip-addresses.ts'

/** At most `limit` hits in a window of `windowMs` milliseconds, which opens with the first of them. */
export type ThrottleRule = { readonly name: string; readonly limit: number; readonly windowMs: number }

/**
 * Counts one hit of `subject` (an e-mail, an account) against a rule, in the database, so that it holds across
 * instances and restarts. Only a keyed hash of the subject is stored.
 * @throws {AppError} too-many, with the seconds to wait, once the rule's limit is passed.
 */
export async function countAgainst(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<void> {
  const wait = await hit(ctx, rule, subject)
  if (wait > 0) throw tooManyTries(wait)
}

/**
 * As above for a visitor's address, and for the networks in which its line may change addresses. What an address is refused
 * for does not count against its neighbours.
 */
export async function countAddress(ctx: Ctx, rule: ThrottleRule, address: string): Promise<void> {
  for (const { name, share } of networksOf(address))
    await countAgainst(ctx, { ...rule, limit: rule.limit * share }, name)
}

/** Counts one hit of `subject` and tells whether it is within the rule's limit. */
export async function isWithin(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<boolean> {
  return (await hit(ctx, rule, subject)) === 0
}

/** Seconds to wait; 0 within the limit. */
async function hit(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<number> {
  if (!ctx.limits) return 0
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
  return row.hits <= rule.limit ? 0 : Math.max(1, Math.ceil((row.expires_at - now) / 1000))
}

/** What is answered to who has tried too often. */
function tooManyTries(retryAfter: number): AppError {
  return new AppError('too-many', `Too many tries. Please wait ${describeWait(retryAfter)} and try again.`, {
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

/** As above for an address and its networks. */
export async function forgetAddress(ctx: Ctx, rule: ThrottleRule, address: string): Promise<void> {
  for (const { name } of networksOf(address)) await forgetHits(ctx, rule, name)
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

/**
 * Counts a visitor's post before its body is read, so that reading many costs nobody anything.
 * @param from the visitor's address.
 * @throws {AppError} too-many past the pace.
 */
export function keepPace(ctx: Ctx, from: string): void {
  const wait = ctx.limits ? ctx.admission.posts(from) : 0
  if (wait > 0) throw tooManyTries(wait)
}
