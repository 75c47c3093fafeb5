import { readableText } from '#app/lib/readable-text.ts'
import { keepPerson, recordPersonEvent, renewPerson } from '#app/features/leads/persons/keep-person.server.ts'
import { keepMentions } from '#app/features/leads/mentions/mentions.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { type ContactField, contactLimits, readContact, type TypedContact } from './contact-fields.ts'
import { getRootId, recordPersonChange } from './find-person.server.ts'

function parseContact(fields: Parameters<typeof readContact>[0]): TypedContact {
  const read = readContact(fields)
  if ('faults' in read) throw new FieldErrors(read.faults)
  return read.contact
}

/** @throws {FieldErrors} by field, including `email` if another person has the address. */
export async function addPerson(
  ctx: Ctx,
  fields: Readonly<Record<ContactField, string>>,
): Promise<{ id: string }> {
  requireActor(ctx, 'leads.write')
  const { note, ...contact } = parseContact(fields)
  return withTransaction(ctx, async (ctx) => {
    const kept = await keepPerson(ctx, contact, { at: ctx.clock.now(), origin: 'hand' })
    if (!kept.isNew)
      throw new FieldErrors({
        email: 'A person with this address already exists. Search for it under People.',
      })
    await recordPersonEvent(ctx, { personId: kept.personId, kind: 'added', body: null })
    if (note) await recordPersonEvent(ctx, { personId: kept.personId, kind: 'note', body: note })
    await recordPersonChange(ctx, 'person.added', kept.personId)
    return { id: kept.personId }
  })
}

type Details = { id: string; name: string; phone: string; company: string }

/** @throws {FieldErrors} by field. @throws {AppError} not-found. */
export async function changePerson(ctx: Ctx, { id, ...typed }: Details): Promise<void> {
  requireActor(ctx, 'leads.write')
  const { name, phone, phone_e164, company } = parseContact({ ...typed, email: null, note: '' })
  await withTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('person')
      .set({ name, phone, phone_e164, company })
      .where('id', '=', id)
      .returning('root_id')
      .executeTakeFirst()
    await renewPerson(ctx, changed?.root_id ?? (await getRootId(ctx, id)))
    await recordPersonEvent(ctx, { personId: id, kind: 'changed', body: null })
    await recordPersonChange(ctx, 'person.changed', id)
  })
}

/** @throws {FieldErrors} when the note is empty, too long or unreadable. @throws {AppError} not-found. */
export async function addPersonNote(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  requireActor(ctx, 'leads.write')
  const note = readableText(input.note)?.trim()
  if (note === undefined) throw new FieldErrors({ note: 'This contains characters that cannot be read.' })
  if (!note) throw new FieldErrors({ note: 'Please write something.' })
  if (note.length > contactLimits.note)
    throw new FieldErrors({ note: `Please use at most ${contactLimits.note} characters.` })
  await withTransaction(ctx, async (ctx) => {
    const rootId = await getRootId(ctx, input.id)
    await ctx.db
      .updateTable('person')
      .set({ active_at: ctx.clock.now() })
      .where('id', '=', input.id)
      .execute()
    await renewPerson(ctx, rootId)
    const eventId = await recordPersonEvent(ctx, { personId: input.id, kind: 'note', body: note })
    await keepMentions(ctx, { eventId, note, personId: input.id })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    await recordPersonChange(ctx, 'person.noted', input.id)
  })
}
