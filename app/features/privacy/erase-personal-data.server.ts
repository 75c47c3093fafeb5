import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { forgetSubject } from '#app/platform/throttle.server.ts'

import { isOwnAddress, parseAddress } from './address-input.server.ts'
import { type ErasedCounts, eraseHoldings } from './erase-holdings.server.ts'
import { erasureHash, erasureKeyMark } from './erasure-list.server.ts'
import { findHoldings } from './find-holdings.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'

/** Only one erasure at a time: two of one address would each be told of what the other erased. */
export const ERASURE_LOCK = 'erasure'

/**
 * Erases what is held about an e-mail address and records that it was, without the address.
 * @throws {FieldErrors} for what is no address, or the agency's own.
 */
export async function erasePersonalData(ctx: Ctx, input: { address: string }): Promise<ErasedCounts> {
  requireActor(ctx)
  const address = parseAddress(input.address)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, ERASURE_LOCK)
    if (await isOwnAddress(ctx, address))
      throw new FieldErrors({
        address: 'This is an address of your own: it stands in the settings or is your account.',
      })
    const counts = await eraseHoldings(ctx, await findHoldings(ctx, (found) => found === address))
    await forgetSubject(ctx, address)
    await ctx.db
      .insertInto('erasure')
      .values({
        id: newId(),
        erased_at: ctx.clock.now(),
        hash: erasureHash(ctx, address),
        key_mark: erasureKeyMark(ctx),
        counts: JSON.stringify(counts),
      })
      .onConflict((conflict) => conflict.columns(['hash', 'erased_at']).doNothing())
      .execute()
    await enqueue(ctx, finishErasure, {})
    await recordChange(ctx, { what: 'privacy.erased' })
    return counts
  })
}
