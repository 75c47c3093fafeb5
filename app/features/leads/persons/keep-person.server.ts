import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PersonEventKind, PersonOrigin, PersonTable } from '#app/platform/db/schema/person.ts'
import { newId } from '#app/platform/ids.server.ts'

export type Contact = Pick<PersonTable, 'name' | 'company' | 'phone' | 'phone_e164'> & { email: string }

export type Activity = {
  at: number
  origin: PersonOrigin
  addressFrom?: number
  /** BCP 47 tag of the language that the person read. */
  language?: string | null
}

export type KeptPerson = { personId: string; isNew: boolean; filled: string[] }

/**
 * Finds or creates the person of an address, in the caller's transaction. Fills blank fields only.
 * Two transactions with the same new address create one person: the second waits for the first to commit.
 */
export async function keepPerson(ctx: Ctx, contact: Contact, activity: Activity): Promise<KeptPerson> {
  const address = comparableAddress(contact.email)
  const known = await findByAddress(ctx, address)
  const noted = known === null ? null : await noteActivity(ctx, known, contact, activity)
  if (noted) return noted
  const personId = await insertPerson(ctx, contact, activity)
  if (
    await giveAddress(ctx, {
      address,
      personId,
      shown: contact.email,
      at: activity.addressFrom ?? activity.at,
    })
  )
    return { personId, isNew: true, filled: [] }
  await ctx.db.deleteFrom('person').where('id', '=', personId).execute()
  const theirs = assertDefined(await findByAddress(ctx, address), 'whoever stored the address has committed')
  return assertDefined(await noteActivity(ctx, theirs, contact, activity), 'this person is new')
}

async function insertPerson(
  ctx: Ctx,
  { email, name, company, phone, phone_e164 }: Contact,
  { at, origin, language = null }: Activity,
): Promise<string> {
  const id = newId()
  const fields = { name, company, phone, phone_e164 }
  await ctx.db
    .insertInto('person')
    .values({
      id,
      created_at: ctx.clock.now(),
      origin,
      language,
      ...fields,
      root_id: id,
      active_at: at,
      listed_at: at,
      search: searchText([fields], [email]),
    })
    .execute()
  return id
}

type NewAddress = { address: string; personId: string; shown: string; at: number }

/** Returns false if a person already has the address. */
export async function giveAddress(ctx: Ctx, { address, personId, shown, at }: NewAddress): Promise<boolean> {
  const stored = await ctx.db
    .insertInto('person_address')
    .values({ address, person_id: personId, shown, created_at: at })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .executeTakeFirst()
  return stored !== undefined
}

async function findByAddress(ctx: Ctx, address: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('person_address')
    .select('person_id')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.person_id ?? null
}

/**
 * Fills blank fields. The update locks the row, so that this and a concurrent merge see each other's changes. Returns
 * null if the person was deleted meanwhile.
 */
async function noteActivity(
  ctx: Ctx,
  personId: string,
  contact: Contact,
  { at, language = null }: Activity,
): Promise<KeptPerson | null> {
  const before = await ctx.db
    .updateTable('person')
    .set((set) => ({
      active_at: set.case().when('active_at', '<', at).then(at).else(set.ref('active_at')).end(),
    }))
    .where('id', '=', personId)
    .returning(['root_id', 'name', 'company', 'phone'])
    .executeTakeFirst()
  if (!before) return null
  const blanks = {
    ...(before.name === '' && contact.name !== '' && { name: contact.name }),
    ...(before.company === null && contact.company && { company: contact.company }),
    ...(before.phone === null && contact.phone && { phone: contact.phone, phone_e164: contact.phone_e164 }),
  }
  const filled = Object.keys(blanks).filter((name) => name !== 'phone_e164')
  if (filled.length > 0) await ctx.db.updateTable('person').set(blanks).where('id', '=', personId).execute()
  // A merged person is listed as the one that all were merged into.
  if (language !== null)
    await ctx.db
      .updateTable('person')
      .set({ language })
      .where('id', 'in', [personId, before.root_id])
      .execute()
  await renewPerson(ctx, before.root_id)
  return { personId, isNew: false, filled }
}

/** Updates the last activity of the persons with these addresses; a mail creates no person. */
export async function noteMail(ctx: Ctx, addresses: readonly string[], at: number): Promise<void> {
  for (const address of new Set(addresses.map(comparableAddress).toSorted())) {
    const personId = await findByAddress(ctx, address)
    if (personId === null) continue
    const moved = await ctx.db
      .updateTable('person')
      .set({ active_at: at })
      .where('id', '=', personId)
      .where('active_at', '<', at)
      .returning('root_id')
      .executeTakeFirst()
    if (moved) await renewPerson(ctx, moved.root_id)
  }
}

/** Updates the columns of a root that summarise all persons merged into it. */
export async function renewPerson(ctx: Ctx, rootId: string): Promise<void> {
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'company', 'phone', 'phone_e164', 'active_at'])
    .where('root_id', '=', rootId)
    .orderBy('id')
    .execute()
  if (people.length === 0) return
  const addresses = await ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select('shown')
    .where('root_id', '=', rootId)
    .orderBy('address')
    .execute()
  await ctx.db
    .updateTable('person')
    .set({
      listed_at: Math.max(...people.map(({ active_at }) => active_at)),
      search: searchText(
        people,
        addresses.map(({ shown }) => shown),
      ),
    })
    .where('id', '=', rootId)
    .execute()
}

type Words = Pick<PersonTable, 'name' | 'company' | 'phone' | 'phone_e164'>

function searchText(people: readonly Words[], addresses: readonly string[]): string {
  const words = people.flatMap(({ name, company, phone, phone_e164 }) => [name, company, phone, phone_e164])
  return foldForSearch([...words, ...addresses].filter(Boolean).join('\n'))
}

type PersonEvent = { personId: string; kind: PersonEventKind; body: string | null }

/** Adds an entry to a person's history, in the caller's transaction. */
export async function recordPersonEvent(ctx: Ctx, { personId, kind, body }: PersonEvent): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('person_event')
    .values({
      id,
      person_id: personId,
      at: ctx.clock.now(),
      kind,
      actor: ctx.actor?.email ?? null,
      body,
    })
    .execute()
  return id
}
