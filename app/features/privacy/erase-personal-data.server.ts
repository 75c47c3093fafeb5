import { listAddressesOf } from '#app/features/people/find-people.server.ts'
import { mailboxOf } from '#app/lib/email-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { forgetAddress } from '#app/platform/audit/record-repeated.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { erasureHash } from '#app/platform/crypto/erasure-hash.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { forgetSubject } from '#app/platform/throttle.server.ts'

import { isOwnAddress, parseAddress } from './address-input.server.ts'
import { type ErasedCounts, eraseMatching } from './erase-holdings.server.ts'
import { erasureKeyMark } from './erasure-list.server.ts'

/** Erases all addresses of the person. @throws {FieldErrors} address, if invalid or the agency's own */
export async function erasePersonalData(ctx: Ctx, input: { address: string }): Promise<ErasedCounts> {
  requireActor(ctx, 'privacy.write')
  const address = parseAddress(input.address)
  const at = ctx.clock.now()
  const addresses = await listAddressesOf(ctx, address)
  for (const theirs of addresses)
    if (await isOwnAddress(ctx, theirs))
      throw new FieldErrors({
        address: 'This is one of your own addresses: it is in the settings or belongs to your account.',
      })
  // Data that arrives during the search is kept.
  const matches = (found: string, storedAt: number) => addresses.includes(found) && storedAt <= at
  return eraseMatching(ctx, matches, async (ctx, counts) => {
    for (const [n, theirs] of addresses.entries()) {
      await forgetSubject(ctx, theirs)
      await forgetAddress(ctx, theirs)
      await forgetSubject(ctx, mailboxOf(theirs))
      // The counts cover all addresses together, so they are stored with the first.
      await storeErasure(ctx, { address: theirs, at, counts: n === 0 ? counts : {} })
    }
    await recordChange(ctx, { what: 'privacy.erased' })
  })
}

type NewErasure = { address: string; at: number; counts: Partial<ErasedCounts> }

async function storeErasure(ctx: Ctx, { address, at, counts }: NewErasure): Promise<void> {
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
}
