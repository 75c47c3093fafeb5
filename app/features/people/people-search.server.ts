import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { scanInTurns, sliceOf } from '#app/platform/db/bounded-page.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { PersonTable } from '#app/platform/db/schema/person.ts'
import { holdMoreThan, readSearchedWords } from '#app/platform/db/text-index.server.ts'

import type { PeopleListQuery } from './people-list-query.ts'

/** `newest` sorts by creation, which never changes, so reading page by page misses nobody. */
export type PeopleOrder = { sort: PeopleListQuery['sort'] | 'newest' }

type PersonKey = Pick<PersonTable, 'id' | 'listed_at' | 'name' | 'merged_into'>

export type PeopleSource = {
  from: AliasedRawBuilder<PersonKey, 'person'>
  matches: RawBuilder<SqlBool>
  /** The query compares the texts of all people on this thread, so read it with `scanPeople`. */
  isScan: boolean
  /** No index covers the words: one statement reads everybody, and counting first would read them twice. */
  isUnindexed: boolean
}

/** Limit of people whose texts one statement may compare. */
const ROWS_A_SCAN = 2000

const personTable = sql<PersonKey>`person`.as('person')

/** Searches through the index of migration 0047, as the search of leads does through its own. */
export async function findPeopleSource(ctx: Ctx, q: string): Promise<PeopleSource> {
  const { indexed, short, isEmbedded } = readSearchedWords(ctx, q)
  if (!indexed || (short !== '' && (await areMany(ctx, indexed))))
    return {
      from: personTable,
      matches: holdsEveryWord('search', q),
      isScan: isEmbedded && q.trim() !== '',
      isUnindexed: !isEmbedded && short !== '' && q.split(/\s+/).every((word) => word.length < 3),
    }
  return {
    from: sql<PersonKey>`(select person_entry.*, texts.search from person_index
      join person_entry on number = person_index.rowid left join person as texts on texts.id = person_entry.id
      where person_index match ${indexed})`.as('person'),
    matches: holdsEveryWord('search', short),
    isScan: false,
    isUnindexed: false,
  }
}

/** Returns the source for an export, which reads in slices and needs all columns. */
export async function findExportSource(ctx: Ctx, q: string): Promise<PeopleSource> {
  const { indexed } = readSearchedWords(ctx, q)
  const matches = holdsEveryWord('search', q)
  if (!indexed || (await areMany(ctx, indexed)))
    return { from: personTable, matches, isScan: false, isUnindexed: false }
  const found = sql<SqlBool>`id in (select id from person_index join person_entry on number = person_index.rowid
    where person_index match ${indexed}) and ${matches}`
  return { from: personTable, matches: found, isScan: false, isUnindexed: false }
}

async function areMany(ctx: Ctx, indexed: string): Promise<boolean> {
  return holdMoreThan(ctx, 'person_index', indexed, ROWS_A_SCAN)
}

export function matchingPeople(ctx: Ctx, { from, matches }: PeopleSource) {
  return ctx.db.selectFrom(from).where('merged_into', 'is', null).where(matches)
}

export function orderedPeople(ctx: Ctx, source: PeopleSource, { sort }: PeopleOrder) {
  const people = matchingPeople(ctx, source)
  if (sort === 'newest') return people.orderBy('id', 'desc')
  return sort === 'name'
    ? people.orderBy((order) => order.fn<string>('lower', ['name'])).orderBy('id')
    : people.orderBy('listed_at', 'desc').orderBy('id', 'desc')
}

export function comesAfter({ sort }: PeopleOrder, { id, listed_at, name }: PersonKey) {
  if (sort === 'newest') return sql<SqlBool>`id < ${id}`
  return sort === 'name'
    ? sql<SqlBool>`(lower(name), id) > (lower(${name}), ${id})`
    : sql<SqlBool>`(listed_at, id) < (${listed_at}, ${id})`
}

export function scanPeople(
  ctx: Ctx,
  source: PeopleSource,
  query: PeopleOrder,
  after?: PersonKey & { isMatch: SqlBool },
) {
  const all = { ...source, matches: sql<SqlBool>`1 = 1` }
  return scanInTurns<PersonKey & { isMatch: SqlBool }>(async (last = after) => {
    const people = orderedPeople(ctx, all, query)
    const rows = await (last ? people.where(comesAfter(query, last)) : people)
      .select(['id', 'listed_at', 'name', 'merged_into', source.matches.as('isMatch')])
      .limit(ROWS_A_SCAN)
      .execute()
    return sliceOf(rows, ROWS_A_SCAN)
  })
}
