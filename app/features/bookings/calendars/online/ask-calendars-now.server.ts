import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { isOauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'

import type { Interval } from '../../availability/open-intervals.ts'
import { forgetBusy } from '../find-busy-times.server.ts'
import type { OnlineFeed } from './access.server.ts'
import { askBusy } from './ask-busy.server.ts'

/** A visitor waits for it. */
const PATIENCE = 4 * SECOND

/**
 * Asks members' calendars at Google and Microsoft about a time that is to be booked, and stores what they say. Of a
 * calendar that does not answer, the last known times count. Returns whether any answered.
 */
export async function askCalendarsNow(
  ctx: Ctx,
  members: readonly string[],
  range: Interval,
): Promise<boolean> {
  if (members.length === 0) return false
  const feeds = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'kind'])
    .where('member_id', 'in', members)
    .where('kind', 'in', ['google', 'microsoft'])
    .execute()
  const signal = AbortSignal.timeout(PATIENCE)
  const online = feeds.flatMap(({ kind, ...feed }) => (isOauthProvider(kind) ? [{ ...feed, kind }] : []))
  const asked = await Promise.all(online.map((feed) => askOne(ctx, feed, range, signal)))
  return asked.includes(true)
}

async function askOne(ctx: Ctx, feed: OnlineFeed, range: Interval, signal: AbortSignal): Promise<boolean> {
  try {
    const busy = await askBusy(ctx, feed, range, signal)
    await withTransaction(ctx, (ctx) => storeWithin(ctx, feed.id, range, busy))
    forgetBusy(ctx, feed.id)
    return true
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof SealBroken)) throw error
    ctx.log.warn({ error, kind: feed.kind }, 'calendar.not_asked')
    await ctx.db
      .updateTable('calendar_feed')
      .set({ error: error.message })
      .where('id', '=', feed.id)
      .execute()
    return false
  }
}

/** Replaces the busy times within the range, and cuts those that reach over its ends. */
async function storeWithin(ctx: Ctx, id: string, range: Interval, busy: readonly Interval[]): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, `calendar ${id}`)
  const within = ctx.db
    .selectFrom('busy_time')
    .select(['from_at', 'to_at'])
    .where('feed_id', '=', id)
    .where('from_at', '<', range.to)
    .where('to_at', '>', range.from)
  const former = await within.execute()
  const kept = former.flatMap(({ from_at, to_at }) => [
    { from: from_at, to: Math.min(to_at, range.from) },
    { from: Math.max(from_at, range.to), to: to_at },
  ])
  const now = busy.map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
  await ctx.db
    .deleteFrom('busy_time')
    .where('feed_id', '=', id)
    .where('from_at', '<', range.to)
    .where('to_at', '>', range.from)
    .execute()
  const rows = [...kept, ...now].filter(({ from, to }) => from < to)
  if (rows.length > 0)
    await ctx.db
      .insertInto('busy_time')
      .values(rows.map(({ from, to }) => ({ feed_id: id, from_at: from, to_at: to })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await ctx.db
    .updateTable('calendar_feed')
    .set({ good_at: ctx.clock.now(), error: null })
    .where('id', '=', id)
    .execute()
}
