import { sql } from 'kysely'

import type { Ctx } from './context.server.ts'
import { AppError } from './errors.ts'
import { networksOf } from './ip-addresses.ts'

export type ThrottleRule = { readonly name: string; readonly limit: number; readonly windowMs: number }

/** Counts in the database, across instances. Stores only a keyed hash. @throws {AppError} too-many */
export async function countAgainst(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<void> {
  const wait = await hit(ctx, rule, subject)
  if (wait > 0) throw new TooManyTries(wait)
}

/** Counts an address under each of its networks. A refused hit does not count for wider networks. */
export async function countAddress(ctx: Ctx, rule: ThrottleRule, address: string): Promise<void> {
  for (const { name, share } of networksOf(address))
    await countAgainst(ctx, { ...rule, limit: rule.limit * share }, name)
}

export async function isWithin(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<boolean> {
  return (await hit(ctx, rule, subject)) === 0
}

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

/** A class of its own, so that a page can show it in the visitor's language. */
export class TooManyTries extends AppError {
  override name = 'TooManyTries'
  readonly seconds: number

  constructor(seconds: number) {
    super('too-many', `Too many tries. Please wait ${describeWait(seconds, 'en')} and try again.`, {
      retryAfter: seconds,
    })
    this.seconds = seconds
  }
}

export async function forgetHits(ctx: Ctx, rule: ThrottleRule, subject: string): Promise<void> {
  await ctx.db
    .deleteFrom('throttle')
    .where('key', '=', keyOf(ctx, rule, subject))
    .execute()
}

export async function forgetAddress(ctx: Ctx, rule: ThrottleRule, address: string): Promise<void> {
  for (const { name } of networksOf(address)) await forgetHits(ctx, rule, name)
}

export async function forgetSubject(ctx: Ctx, subject: string): Promise<void> {
  const hash = ctx.signer.sign('throttle', subject).replaceAll('_', '\\_')
  await ctx.db
    .deleteFrom('throttle')
    .where(sql<boolean>`key like ${`%:${hash}`} escape '\\'`)
    .execute()
}

export async function deleteExpiredThrottles(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('throttle').where('expires_at', '<=', ctx.clock.now()).execute()
}

function keyOf(ctx: Ctx, rule: ThrottleRule, subject: string): string {
  return `${rule.name}:${ctx.signer.sign('throttle', subject)}`
}

/** Describes seconds or whole minutes, such as “9 minutes”. */
export function describeWait(seconds: number, language: string): string {
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

/** Counts a visitor's POST request before its body is read. @throws {AppError} too-many */
export function keepPace(ctx: Ctx, from: string): void {
  const wait = ctx.limits ? ctx.admission.posts(from) : 0
  if (wait > 0) throw new TooManyTries(wait)
}
