import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { leadSearchColumns, leadSearchText } from '../lead-search.server.ts'
import { recordLeadEvent } from '../record-lead-event.server.ts'

import { giveAddress, recordPersonEvent, renewPerson } from './keep-person.server.ts'

export type AddressHolder = { id: string; name: string }

/** The corrected address belongs to another person, who can be merged with this one. */
export class AddressTaken extends FieldErrors {
  override name = 'AddressTaken'
  readonly holder: AddressHolder

  constructor(holder: AddressHolder) {
    super({ email: 'This address belongs to another person. If both are the same person, merge them first.' })
    this.holder = holder
  }
}

function parseEmail(typed: string): string {
  const line = readableLine(typed)
  if (!line) throw new FieldErrors({ email: 'Please enter an e-mail address.' })
  if (!isEmailAddress(line)) throw new FieldErrors({ email: 'This is not an e-mail address.' })
  return line
}

/**
 * Corrects the address of one inquiry. Its person keeps the former address only if another inquiry came from it.
 * @throws {FieldErrors AddressTaken} email. @throws {AppError} not-found.
 */
export async function correctLeadAddress(ctx: Ctx, input: { id: string; email: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  const email = parseEmail(input.email)
  await withTransaction(ctx, async (ctx) => {
    const lead = await ctx.db
      .selectFrom('lead')
      .select(['email', 'address'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
    if (lead.email === email) throw new FieldErrors({ email: 'This is already the address.' })
    await setLeadAddress(ctx, { id: input.id, from: lead.email, email })
    const isLeft = await ctx.db
      .selectFrom('lead')
      .select('id')
      .where('address', '=', lead.address)
      .limit(1)
      .executeTakeFirst()
    await moveAddress(ctx, { from: lead.address, email, isKept: isLeft !== undefined })
    await recordChange(ctx, {
      what: 'lead.address_corrected',
      subject: { id: input.id, path: `/admin/leads/${input.id}` },
    })
  })
}

/**
 * Corrects an address of a person and of all inquiries from it.
 * @throws {FieldErrors AddressTaken} email. @throws {AppError} not-found.
 */
export async function correctPersonAddress(
  ctx: Ctx,
  input: { id: string; address: string; email: string },
): Promise<void> {
  requireActor(ctx, 'leads.write')
  const email = parseEmail(input.email)
  await withTransaction(ctx, async (ctx) => {
    const known = await findHolder(ctx, input.address)
    if (!known) throw new AppError('not-found', 'This address is no longer here. Please reload the page.')
    if (known.shown === email) throw new FieldErrors({ email: 'This is already the address.' })
    const leads = await ctx.db
      .selectFrom('lead')
      .select(['id', 'email'])
      .where('address', '=', input.address)
      .execute()
    for (const lead of leads) await setLeadAddress(ctx, { id: lead.id, from: lead.email, email })
    await moveAddress(ctx, { from: input.address, email, isKept: false })
    await recordChange(ctx, {
      what: 'person.address_corrected',
      subject: { id: input.id, path: `/admin/people/${input.id}` },
    })
  })
}

async function setLeadAddress(
  ctx: Ctx,
  { id, from, email }: { id: string; from: string; email: string },
): Promise<void> {
  const lead = await ctx.db
    .updateTable('lead')
    .set({ email, address: comparableAddress(email), updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .returning(leadSearchColumns)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('lead')
    .set({ search: leadSearchText(lead) })
    .where('id', '=', id)
    .execute()
  const actor = ctx.actor?.email ?? null
  await recordLeadEvent(ctx, { leadId: id, kind: 'address', actor, body: `${from} → ${email}` })
}

async function findHolder(ctx: Ctx, address: string) {
  return ctx.db
    .selectFrom('person_address')
    .innerJoin('person as own', 'own.id', 'person_id')
    .innerJoin('person as root', 'root.id', 'own.root_id')
    .select(['own.id', 'root.id as root_id', 'root.name', 'shown'])
    .where('address', '=', address)
    .executeTakeFirst()
}

type Move = { from: string; email: string; isKept: boolean }

async function moveAddress(ctx: Ctx, { from, email, isKept }: Move): Promise<void> {
  const person = await findHolder(ctx, from)
  if (!person) return
  const address = comparableAddress(email)
  const holder = await findHolder(ctx, address)
  if (holder && holder.root_id !== person.root_id)
    throw new AddressTaken({ id: holder.root_id, name: holder.name || holder.shown })
  if (address === from)
    await ctx.db.updateTable('person_address').set({ shown: email }).where('address', '=', from).execute()
  else {
    const at = ctx.clock.now()
    if (!holder && !(await giveAddress(ctx, { address, personId: person.id, shown: email, at })))
      throw new AppError('conflict', 'Somebody wrote from this address just now. Please try again.')
    if (!isKept) await ctx.db.deleteFrom('person_address').where('address', '=', from).execute()
  }
  const body = `${person.shown} → ${email}`
  await recordPersonEvent(ctx, { personId: person.id, kind: 'address-corrected', body })
  await renewPerson(ctx, person.root_id)
}
