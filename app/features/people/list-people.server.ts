import { type Selectable, sql } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import {
  inOrderOf,
  type MatchingIds,
  readBoundedPage,
  takeUpTo,
} from '#app/platform/db/bounded-page.server.ts'
import type { PersonTable } from '#app/platform/db/schema/person.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PeopleListQuery } from './people-list-query.ts'
import {
  comesAfter,
  findExportSource,
  findPeopleSource,
  matchingPeople,
  orderedPeople,
  type PeopleOrder,
  type PeopleSource,
  scanPeople,
} from './people-search.server.ts'

export const PEOPLE_PER_PAGE = 25

export async function listPeople(ctx: Ctx, query: PeopleListQuery) {
  requireActor(ctx, 'leads.read')
  const source = await findPeopleSource(ctx, query.q)
  const { ids, ...page } = await readBoundedPage(
    (most) =>
      source.isScan
        ? takeUpTo(most, scanPeople(ctx, source, query), PEOPLE_PER_PAGE)
        : source.isUnindexed
          ? readUpTo(ctx, source, query, most)
          : countUpTo(ctx, source, query, most),
    PEOPLE_PER_PAGE,
    query.page,
  )
  return { people: await readPeople(ctx, ids), ...page }
}

async function countUpTo(
  ctx: Ctx,
  source: PeopleSource,
  query: PeopleListQuery,
  most: number,
): Promise<MatchingIds> {
  const { counted } = await ctx.db
    .selectFrom(
      matchingPeople(ctx, source)
        .select(sql`1`.as('one'))
        .limit(most)
        .as('matching'),
    )
    .select((select) => select.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return {
    counted,
    async idsAt(offset) {
      const page = orderedPeople(ctx, source, query).select('id').limit(PEOPLE_PER_PAGE).offset(offset)
      return (await page.execute()).map(({ id }) => id)
    },
  }
}

async function readUpTo(
  ctx: Ctx,
  source: PeopleSource,
  query: PeopleListQuery,
  most: number,
): Promise<MatchingIds> {
  const rows = await orderedPeople(ctx, source, query).select('id').limit(most).execute()
  const ids = rows.map(({ id }) => id)
  return { counted: ids.length, idsAt: async (offset) => ids.slice(offset, offset + PEOPLE_PER_PAGE) }
}

async function readPeople(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'company', 'phone', 'listed_at'])
    .where('id', 'in', ids)
    .execute()
  const addresses = await listAddresses(ctx, ids)
  const inquiries = await countInquiries(
    ctx,
    addresses.map(({ address }) => address),
  )
  return inOrderOf(ids, people).map((person) => {
    const theirs = addresses.filter(({ root_id }) => root_id === person.id)
    const counted = inquiries.filter((row) => theirs.some(({ address }) => address === row.address))
    return {
      ...person,
      addresses: theirs.map(({ shown }) => shown),
      inquiries: counted.reduce((sum, { count }) => sum + count, 0),
    }
  })
}

type Addresses = Awaited<ReturnType<typeof listAddresses>>

async function listAddresses(ctx: Ctx, rootIds: readonly string[]) {
  return ctx.db
    .selectFrom('person_address')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['root_id', 'address', 'shown'])
    .where('root_id', 'in', rootIds)
    .orderBy('person_address.created_at')
    .orderBy('address')
    .execute()
}

function addressesOf(rootId: string, addresses: Addresses): string[] {
  return addresses.filter(({ root_id }) => root_id === rootId).map(({ shown }) => shown)
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

type Row = Selectable<PersonTable> & { addresses: readonly string[] }

const columns: readonly CsvColumn<Row>[] = [
  ['Name', (person) => person.name],
  ['Email', (person) => person.addresses.join(' ')],
  ['Phone', (person) => person.phone_e164 ?? person.phone],
  ['Company', (person) => person.company],
  ['Origin', (person) => person.origin],
  ['Known since', (person) => new Date(person.created_at).toISOString()],
  ['Last activity', (person) => new Date(person.listed_at).toISOString()],
]

export async function exportPeople(ctx: Ctx, query: PeopleListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'person.exported' }))
  const source = await findExportSource(ctx, query.q)
  // By creation: in the list's order, a person who becomes active during the export would be missed.
  const order: PeopleOrder = { sort: 'newest' }
  return csvInSlices(columns, async (after: Row | undefined) => {
    const slice = orderedPeople(ctx, source, order).selectAll().limit(ROWS_A_SLICE)
    // The source of an export is the table itself, so selectAll returns all of its columns.
    const rows = (await (
      after ? slice.where(comesAfter(order, after)) : slice
    ).execute()) as Selectable<PersonTable>[]
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const addresses = await listAddresses(ctx, ids)
    return rows.map((row) => ({ ...row, addresses: addressesOf(row.id, addresses) }))
  })
}
