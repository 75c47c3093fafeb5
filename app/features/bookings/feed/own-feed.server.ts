import { randomBytes } from 'node:crypto'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { hashKey } from './hash-key.server.ts'

/** Returns when the member's feed got its URL, or null without a feed. */
export async function readOwnFeed(ctx: Ctx): Promise<number | null> {
  const { memberId } = requireActor(ctx, 'bookings.read')
  const feed = await ctx.db
    .selectFrom('booking_feed')
    .select('created_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return feed?.created_at ?? null
}

/** Gives the member's feed a new URL, of which only the key's hash is stored. The previous one stops working. */
export async function renewOwnFeed(ctx: Ctx): Promise<{ url: string }> {
  const actor = requireActor(ctx, 'bookings.write')
  const key = randomBytes(32).toString('base64url')
  const { publicUrl } = await ctx.site(ctx)
  const values = { key_hash: hashKey(key), created_at: ctx.clock.now() }
  await withTransaction(ctx, async (ctx) => {
    await ctx.db
      .insertInto('booking_feed')
      .values({ member_id: actor.memberId, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    await recordChange(ctx, { what: 'booking.feed_renewed', subject: subjectOf(actor) })
  })
  return { url: `${publicUrl}/bookings.ics?key=${key}` }
}

/** @throws {AppError} not-found */
export async function endOwnFeed(ctx: Ctx): Promise<void> {
  const actor = requireActor(ctx, 'bookings.write')
  await withTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('booking_feed')
      .where('member_id', '=', actor.memberId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not-found', 'Your feed has no address.')
    await recordChange(ctx, { what: 'booking.feed_ended', subject: subjectOf(actor) })
  })
}

function subjectOf({ memberId, email }: Actor) {
  return { id: memberId, title: email, path: '/admin/bookings' }
}
