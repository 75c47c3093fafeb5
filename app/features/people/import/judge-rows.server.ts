import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { erasureHash } from '#app/platform/crypto/erasure-hash.server.ts'

import type { TypedContact } from '../contact-fields.ts'

import type { FileRow } from './read-people.ts'

/** What an import does with a row. It fills blank fields and never overwrites known values. */
export type Verdict =
  | { kind: 'new' }
  | { kind: 'changed'; personId: string; fields: string[] }
  | { kind: 'left'; reason: string }

export type JudgedRow = FileRow & { verdict: Verdict }

export async function judgeRows(ctx: Ctx, rows: readonly FileRow[]): Promise<JudgedRow[]> {
  const contacts = rows.flatMap(({ contact }) => (contact === null ? [] : [contact]))
  const known = await findKnown(ctx, contacts)
  const erased = await findErased(ctx, contacts)
  return rows.map((row) => ({ ...row, verdict: judge(row) }))

  function judge({ contact, reason }: FileRow): Verdict {
    if (contact === null) return { kind: 'left', reason }
    const address = comparableAddress(contact.email)
    const person = known.get(address)
    if (person) return judgeKnown(contact, person)
    return erased.has(erasureHash(ctx, address))
      ? { kind: 'left', reason: 'This person was erased on request and has not written since.' }
      : { kind: 'new' }
  }
}

type Known = { id: string; name: string; phone: string | null; company: string | null; notes: string[] }

function judgeKnown(contact: TypedContact, person: Known): Verdict {
  const fields = [
    ...(person.name === '' && contact.name !== '' ? ['name'] : []),
    ...(person.phone === null && contact.phone !== null ? ['phone'] : []),
    ...(person.company === null && contact.company !== null ? ['company'] : []),
    ...(contact.note !== null && !person.notes.includes(contact.note) ? ['note'] : []),
  ]
  if (fields.length > 0) return { kind: 'changed', personId: person.id, fields }
  return { kind: 'left', reason: 'This person is already known, and nothing in this row is new.' }
}

async function findKnown(ctx: Ctx, contacts: readonly TypedContact[]): Promise<Map<string, Known>> {
  if (contacts.length === 0) return new Map()
  const people = await ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['address', 'person.id', 'name', 'phone', 'company'])
    .where(
      'address',
      'in',
      contacts.map(({ email }) => comparableAddress(email)),
    )
    .execute()
  const notes = await findNotes(
    ctx,
    people.map(({ id }) => id),
  )
  return new Map(
    people.map(({ address, ...person }) => [
      address,
      { ...person, notes: notes.filter((note) => note.person_id === person.id).map(({ body }) => body) },
    ]),
  )
}

async function findNotes(ctx: Ctx, personIds: readonly string[]) {
  if (personIds.length === 0) return []
  return ctx.db
    .selectFrom('person_event')
    .select(['person_id', 'body'])
    .where('person_id', 'in', personIds)
    .where('kind', '=', 'note')
    .where('body', 'is not', null)
    .$narrowType<{ body: string }>()
    .execute()
}

async function findErased(ctx: Ctx, contacts: readonly TypedContact[]): Promise<Set<string>> {
  if (contacts.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('erasure')
    .select('hash')
    .where(
      'hash',
      'in',
      contacts.map(({ email }) => erasureHash(ctx, comparableAddress(email))),
    )
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}
