import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns all addresses of the person with this address, including merged people; an unknown address alone. */
export async function listAddressesOf(ctx: Ctx, address: string): Promise<string[]> {
  const comparable = comparableAddress(address)
  const rows = await ctx.db
    .selectFrom('person_address as asked')
    .innerJoin('person as holder', 'holder.id', 'asked.person_id')
    .innerJoin('person as own', 'own.root_id', 'holder.root_id')
    .innerJoin('person_address as theirs', 'theirs.person_id', 'own.id')
    .select('theirs.address')
    .where('asked.address', '=', comparable)
    .orderBy('theirs.address')
    .execute()
  return rows.length > 0 ? rows.map((row) => row.address) : [comparable]
}

/** Returns the people with these addresses, and people merged with them who have no address left. */
export async function listHolders(ctx: Ctx, addresses: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const address of addresses) {
    const rows = await ctx.db
      .selectFrom('person_address')
      .innerJoin('person as holder', 'holder.id', 'person_address.person_id')
      .innerJoin('person as own', 'own.root_id', 'holder.root_id')
      .select(['holder.id as holder_id', 'own.id'])
      .where('person_address.address', '=', address)
      .execute()
    for (const { holder_id, id } of rows) if (id === holder_id || !(await hasAddress(ctx, id))) ids.add(id)
    await yieldToOthers()
  }
  return [...ids].sort()
}

async function hasAddress(ctx: Ctx, personId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('person_address')
    .select('address')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a person's data for their export; null if the person no longer exists. */
export async function describePerson(ctx: Ctx, id: string) {
  const person = await ctx.db
    .selectFrom('person')
    .select(['id', 'created_at', 'origin', 'name', 'company', 'phone', 'phone_e164', 'merged_at', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) return null
  const addresses = await ctx.db
    .selectFrom('person_address')
    .select(['shown', 'created_at'])
    .where('person_id', '=', id)
    .orderBy('address')
    .execute()
  const history = await ctx.db
    .selectFrom('person_event')
    .select(['at', 'kind', 'body'])
    .where('person_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return { ...person, addresses, history }
}

/** Discards unconfirmed uploads. An erasure calls this, because an upload could bring the erased person back. */
export async function discardUploads(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('person_import').where('state', 'in', ['checking', 'ready']).execute()
}
