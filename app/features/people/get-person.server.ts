import { sql, type SqlBool } from 'kysely'

import { leadStatuses } from '#app/features/leads/lead-status.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { getRootId, personNotFound } from './find-person.server.ts'
import { readTimeline } from './timeline.server.ts'

const openStatuses = leadStatuses.filter((status) => status !== 'won' && status !== 'lost')

/** Per kind. A phone number shared by many does not identify one person. */
const MOST_PROPOSALS = 5

/** Returns a person and everybody merged into them. @throws {AppError} not-found */
export async function getPerson(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const rootId = await getRootId(ctx, id)
  const people = await ctx.db
    .selectFrom('person')
    .select([
      'id',
      'name',
      'company',
      'phone',
      'phone_e164',
      'origin',
      'language',
      'created_at',
      'merged_into',
      'merged_at',
    ])
    .where('root_id', '=', rootId)
    .orderBy('id')
    .execute()
  const addresses = await ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['address', 'shown', 'person_id'])
    .where('root_id', '=', rootId)
    .orderBy('person_address.created_at')
    .orderBy('address')
    .execute()
  const emails = addresses.map(({ address }) => address)
  const root = people.find((person) => person.id === rootId)
  if (!root) throw personNotFound()
  return {
    person: root,
    merged: people.filter((person) => person.id !== rootId),
    addresses,
    openLeads: await listOpenLeads(ctx, emails),
    proposals: await proposeMerges(ctx, rootId, people),
    ...(await readTimeline(ctx, { personIds: people.map((person) => person.id), addresses: emails })),
  }
}

export type PersonDetail = Awaited<ReturnType<typeof getPerson>>

async function listOpenLeads(ctx: Ctx, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  return ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'status', 'service', 'plan'])
    .where('address', 'in', addresses)
    .where('status', 'in', openStatuses)
    .where('spam_reason', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
}

export type MergeProposal = {
  id: string
  name: string
  company: string | null
  address: string | null
  reason: 'phone' | 'name'
}

type Person = { name: string; company: string | null; phone_e164: string | null }

async function proposeMerges(ctx: Ctx, rootId: string, people: readonly Person[]): Promise<MergeProposal[]> {
  const phones = people.flatMap(({ phone_e164 }) => (phone_e164 === null ? [] : [phone_e164]))
  const names = people.filter(({ name, company }) => name !== '' && company)
  const byPhone = phones.length > 0 ? sql<SqlBool>`phone_e164 in (${sql.join(phones)})` : null
  const byName =
    names.length > 0
      ? sql<SqlBool>`(${sql.join(
          names.map(
            ({ name, company }) => sql`(lower(name) = lower(${name}) and lower(company) = lower(${company}))`,
          ),
          sql` or `,
        )})`
      : null
  const found = new Map<string, MergeProposal>()
  for (const [reason, isAlike] of [
    ['phone', byPhone],
    ['name', byName],
  ] as const) {
    if (!isAlike) continue
    for (const other of await findAlike(ctx, rootId, isAlike))
      if (!found.has(other.id)) found.set(other.id, { ...other, reason })
  }
  return [...found.values()]
}

async function findAlike(ctx: Ctx, rootId: string, isAlike: ReturnType<typeof sql<SqlBool>>) {
  const { rows } = await sql<Omit<MergeProposal, 'reason'>>`
    select other.id, other.name, other.company,
      (select min(shown) from person_address where person_id = other.id) as address
    from person as other
    where other.id in (select root_id from person where ${isAlike}) and other.id <> ${rootId}
      and not exists (select 1 from person_distinct where (person_id = ${rootId} and other_id = other.id)
        or (other_id = ${rootId} and person_id = other.id))
    order by other.listed_at desc, other.id limit ${MOST_PROPOSALS}`.execute(ctx.db)
  return rows
}
