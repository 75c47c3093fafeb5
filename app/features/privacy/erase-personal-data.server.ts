import { mailboxOf } from '#app/lib/email-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { forgetAddress } from '#app/platform/audit/record-repeated.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { forgetSubject } from '#app/platform/throttle.server.ts'

import { isOwnAddress, parseAddress } from './address-input.server.ts'
import { type ErasedCounts, eraseMatching } from './erase-holdings.server.ts'
import { erasureHash, erasureKeyMark } from './erasure-list.server.ts'

/** @throws {FieldErrors} address: invalid, or the agency's own. */
export async function erasePersonalData(ctx: Ctx, input: { address: string }): Promise<ErasedCounts> {
  requireActor(ctx, 'privacy.write')
  const address = parseAddress(input.address)
  const at = ctx.clock.now()
  if (await isOwnAddress(ctx, address))
    throw new FieldErrors({
      address: 'This is an address of your own: it is in the settings or belongs to your account.',
    })
  // What arrives while the search runs is new and stays.
  const matches = (found: string, storedAt: number) => found === address && storedAt <= at
  return eraseMatching(ctx, matches, async (ctx, counts) => {
    await forgetSubject(ctx, address)
    await forgetAddress(ctx, address)
    await forgetSubject(ctx, mailboxOf(address))
    await ctx.db
      .insertInto('erasure')
      .values({
        id: newId(),
        erased_at: at,
        hash: erasureHash(ctx, address),
        key_mark: erasureKeyMark(ctx),
        counts: JSON.stringify(counts),
      })
      .onConflict((conflict) => conflict.columns(['hash', 'erased_at']).doNothing())
      .execute()
    await recordChange(ctx, { what: 'privacy.erased' })
  })
}
