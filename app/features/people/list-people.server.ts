import { sql, type SqlBool } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { inOrderOf } from '#app/platform/lists/bounded-page.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { CsvColumn } from '#app/platform/http/csv-download.server.ts'
import { all, defineList, down, up, upBy } from '#app/platform/lists/define-list.server.ts'
import { findWords } from '#app/platform/lists/find-words.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PeopleListQuery } from './people-list-query.ts'

export const PEOPLE_PER_PAGE = 25

export const peopleList = defineList({
  table: 'person',
  keys: ['id', 'listed_at', 'name'],
  orders: {
    recent: [down('listed_at'), down('id')],
    name: [upBy(sql`lower(name)`, ({ name }: { name: string }) => sql`lower(${name})`), up('id')],
    // By creation, which never changes, so that reading page by page misses nobody.
    newest: [down('id')],
  },
  perPage: PEOPLE_PER_PAGE,
  async find(ctx, { q, language }: Pick<PeopleListQuery, 'q' | 'language'>, use) {
    const shown = sql<SqlBool>`merged_into is null`
    if (language === undefined) return { ...(await findWords(ctx, 'person', q, use)), shown }
    // The table of short rows serves the filter, which no index of `person` does.
    const isInEntries = q.trim() === '' && ctx.engine.name === 'sqlite'
    const found = isInEntries
      ? { from: sql`person_entry as person`, matches: all }
      : await findWords(ctx, 'person', q, use)
    return { ...found, shown, matches: sql`(${found.matches} and person.language = ${language})` }
  },
})

const columns: readonly CsvColumn<Person>[] = [
  ['Name', (person) => person.name],
  ['Email', (person) => person.emails.join(' ')],
  ['Phone', (person) => person.phone_e164 ?? person.phone],
  ['Company', (person) => person.company],
  ['Origin', (person) => person.origin],
  ['Known since', (person) => new Date(person.created_at).toISOString()],
  ['Last activity', (person) => new Date(person.listed_at).toISOString()],
  ['Language', (person) => person.language],
]

export async function listPeople(ctx: Ctx, query: PeopleListQuery) {
  requireActor(ctx, 'leads.read')
  const { ids, ...page } = await peopleList.page(ctx, query, query.sort)
  const people = await readPeople(ctx, ids)
  const inquiries = await countInquiries(
    ctx,
    people.flatMap(({ addresses }) => addresses),
  )
  return {
    people: people.map(({ id, name, company, phone, language, listed_at, emails, addresses }) => ({
      id,
      name,
      company,
      phone,
      language,
      listed_at,
      addresses: emails,
      inquiries: inquiries
        .filter((row) => addresses.includes(row.address))
        .reduce((sum, { count }) => sum + count, 0),
    })),
    ...page,
  }
}

type PeopleAfter = {
  q: string
  language: string | undefined
  sort: 'recent' | 'newest'
  after: { id: string; listed_at: number } | undefined
  limit: number
}

export async function listPeopleAfter(ctx: Ctx, { q, language, sort, after, limit }: PeopleAfter) {
  requireActor(ctx, 'leads.read')
  const next = { after: after && { ...after, name: '' }, limit }
  const ids = await peopleList.next(ctx, { q, language }, sort, next)
  return readPeople(ctx, ids)
}

export async function exportPeople(ctx: Ctx, query: PeopleListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'person.exported' }))
  // In the list's order, a person who becomes active during the export would be missed.
  return peopleList.csv(ctx, query, 'newest', { columns, read: readPeople })
}

type Person = Awaited<ReturnType<typeof readPeople>>[number]

async function readPeople(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'company', 'phone', 'phone_e164', 'origin', 'language', 'created_at', 'listed_at'])
    .where('id', 'in', ids)
    .execute()
  const addresses = await ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['root_id', 'address', 'shown'])
    .where('root_id', 'in', ids)
    .orderBy('person_address.created_at')
    .orderBy('address')
    .execute()
  return inOrderOf(ids, people).map((person) => {
    const own = addresses.filter(({ root_id }) => root_id === person.id)
    return {
      ...person,
      addresses: own.map(({ address }) => address),
      emails: own.map(({ shown }) => shown),
    }
  })
}

/** Counts by address, because SQLite would read all inquiries for a join. */
async function countInquiries(ctx: Ctx, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  return ctx.db
    .selectFrom('lead')
    .select((select) => ['address', select.fn.countAll<number>().as('count')])
    .where('address', 'in', addresses)
    .where('spam_reason', 'is', null)
    .groupBy('address')
    .execute()
}
