import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { scanInTurns } from '#app/platform/db/bounded-page.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { holdMoreThan, readSearchedWords } from '#app/platform/db/text-index.server.ts'

import { leadField, type LeadFieldName, leadFieldNames } from './lead-fields.ts'
import { passesFilters } from './lead-filters.server.ts'
import type { LeadFilters, LeadListQuery } from './lead-list-query.ts'
import { leadStatuses } from './lead-status.ts'

const searchedFields = leadFieldNames.filter((name) => leadField(name).isSearched)

/** The columns that `leadSearchText` reads. */
export const leadSearchColumns = [...leadFieldNames, 'phone_e164', 'next_step'] as const

type SearchedLead = Pick<LeadTable, LeadFieldName | 'phone_e164'> & Partial<Pick<LeadTable, 'next_step'>>

/** Returns the text that searches compare with. */
export function leadSearchText(lead: SearchedLead): string {
  const parts = [...searchedFields.map((name) => lead[name]), lead.phone_e164, lead.next_step]
  return foldForSearch(parts.filter(Boolean).join('\n'))
}

/** The columns by which lists filter and sort. */
export const leadKeys = [
  'id',
  'created_at',
  'status',
  'spam_reason',
  'name',
  'value_cents',
  'due_on',
] as const

export type LeadKey = Pick<LeadTable, (typeof leadKeys)[number]>

/** The table or subquery from which the leads of a search are read. */
export type LeadSource = {
  from: AliasedRawBuilder<LeadKey, 'lead'>
  matches: RawBuilder<SqlBool>
  /** Whether each row's text has to be compared on this thread; then read it with `scanLeads`. */
  isScan: boolean
}

/** The most leads whose text one statement compares; that takes about 2 ms. */
const ROWS_A_SCAN = 2000

/** Finds the words with the index of migration 0025. On SQLite it scans if all words are short or many leads match. */
export async function findSource(ctx: Ctx, query: Asked): Promise<LeadSource> {
  const { q } = query
  const { indexed, short, isEmbedded } = readSearchedWords(ctx, q)
  const passes = await passesFilters(ctx, query)
  if (isEmbedded && q.trim() === '' && (passes || isSortedByWork(query)))
    return { from: leadEntry, matches: passes ?? all, isScan: false }
  if (!indexed || (short !== '' && (await areMany(ctx, indexed))))
    return {
      from: leadTable,
      matches: both(holdsEveryWord('search', q), passes),
      isScan: isEmbedded && q.trim() !== '',
    }
  return {
    from: sql<LeadKey>`(select lead_entry.*, texts.search from lead_index
      join lead_entry on number = lead_index.rowid left join lead as texts on texts.id = lead_entry.id
      where lead_index match ${indexed})`.as('lead'),
    matches: both(holdsEveryWord('search', short), passes),
    isScan: false,
  }
}

/** Returns the source of an export. If many leads match, each slice finds its rows quickly without the index. */
export async function findExportSource(ctx: Ctx, query: Asked): Promise<LeadSource> {
  const { q } = query
  if (q.trim() === '') return findSource(ctx, query)
  const { indexed } = readSearchedWords(ctx, q)
  const matches = both(holdsEveryWord('search', q), await passesFilters(ctx, query))
  if (!indexed || (await areMany(ctx, indexed))) return { from: leadTable, matches, isScan: false }
  const found = sql<SqlBool>`id in (select id from lead_index join lead_entry on number = lead_index.rowid
    where lead_index match ${indexed}) and ${matches}`
  return { from: leadTable, matches: found, isScan: false }
}

const leadTable = sql<LeadKey>`lead`.as('lead')
/** A table of short rows, for filters and orders that no index of `lead` serves. */
const leadEntry = sql<LeadKey>`lead_entry`.as('lead')
export const all = sql<SqlBool>`1 = 1`

type Asked = Pick<LeadListQuery, 'q' | 'sort' | keyof LeadFilters>

export function isSortedByWork({ sort }: Pick<Asked, 'sort'>): boolean {
  return sort === 'due' || sort === 'value'
}

function both(one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool> | null): RawBuilder<SqlBool> {
  return other ? sql<SqlBool>`(${one} and ${other})` : one
}

async function areMany(ctx: Ctx, indexed: string): Promise<boolean> {
  return holdMoreThan(ctx, 'lead_index', indexed, ROWS_A_SCAN)
}

export function matchingLeads(ctx: Ctx, { from, matches }: LeadSource, { folder, status }: LeadListQuery) {
  const leads = ctx.db.selectFrom(from).where('spam_reason', folder === 'spam' ? 'is not' : 'is', null)
  return (status ? leads.where('status', '=', status) : leads).where(matches)
}

export function orderedLeads(ctx: Ctx, source: LeadSource, query: LeadListQuery) {
  const leads = matchingLeads(ctx, source, query)
  switch (query.sort) {
    case 'newest':
      return leads.orderBy('created_at', 'desc').orderBy('id', 'desc')
    case 'oldest':
      return leads.orderBy('created_at').orderBy('id')
    case 'name':
      return leads.orderBy((order) => order.fn<string>('lower', ['name'])).orderBy('id')
    case 'status':
      return leads.orderBy(statusRank).orderBy('created_at', 'desc').orderBy('id', 'desc')
    case 'due':
      return leads.orderBy(dayOr(sql.ref('due_on'))).orderBy('id')
    case 'value':
      return leads.orderBy(valueOr(sql.ref('value_cents')), 'desc').orderBy('id', 'desc')
  }
}

/** Whether a lead comes after another in the list's order. */
export const comesAfter = (query: LeadListQuery, other: LeadKey) => compared(query, other, '>', '<')
/** Whether it comes before the other, or is the same. */
const comesUpTo = (query: LeadListQuery, other: LeadKey) => compared(query, other, '<=', '>=')

/** Compares by the list's order: with `ascending` on columns that ascend, and with `descending` on the others. */
function compared({ sort }: LeadListQuery, other: LeadKey, ascending: '>' | '<=', descending: '<' | '>=') {
  const { id, created_at, name, status } = other
  const up = sql.raw(ascending)
  const down = sql.raw(descending)
  const byAge = sql<SqlBool>`(created_at, id) ${down} (${created_at}, ${id})`
  const rank = leadStatuses.indexOf(status)
  const beyond = sql.raw(ascending.slice(0, 1))
  switch (sort) {
    case 'newest':
      return byAge
    case 'oldest':
      return sql<SqlBool>`(created_at, id) ${up} (${created_at}, ${id})`
    case 'name':
      return sql<SqlBool>`(lower(name), id) ${up} (lower(${name}), ${id})`
    case 'status':
      return sql<SqlBool>`(${statusRank} ${beyond}= ${rank} and (${statusRank} ${beyond} ${rank} or ${byAge}))`
    case 'due':
      return sql<SqlBool>`(${dayOr(sql.ref('due_on'))}, id) ${up} (${other.due_on === null ? '9' : other.due_on}, ${id})`
    case 'value':
      return sql<SqlBool>`(${valueOr(sql.ref('value_cents'))}, id) ${down} (${other.value_cents === null ? -1 : other.value_cents}, ${id})`
  }
}

/** No day sorts after all days, no value below all values. The expressions must match the indexes of migration 0052. */
const dayOr = (day: RawBuilder<unknown>) => sql<string>`coalesce(${day}, '9')`
const valueOr = (value: RawBuilder<unknown>) => sql<number>`coalesce(${value}, -1)`

/** Sorts by the order of the pipeline. The expression must match the index `lead_inbox_rank`. */
const statusRank = sql<number>`case status ${sql.join(
  leadStatuses.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/** Yields the matching leads in the order of the list. */
export async function* scanLeads(ctx: Ctx, source: LeadSource, query: LeadListQuery, after?: LeadKey) {
  if (query.sort !== 'status') return yield* scanInOrder(ctx, source, query, after)
  // No index serves both ends of a slice in the order of the pipeline, but one does within a status.
  for (const status of query.status ? [query.status] : leadStatuses)
    yield* scanInOrder(ctx, source, { ...query, status, sort: 'newest' })
}

/**
 * Reads only matching leads as rows; the last lead of each slice is found in the order's index, because reading all of
 * them would take twice as long.
 */
function scanInOrder(ctx: Ctx, source: LeadSource, query: LeadListQuery, after?: LeadKey) {
  return scanInTurns<LeadKey>(async (previous = after) => {
    const last = await lastOfSlice(previous)
    const leads = from(source, previous)
    const slice = await (last ? leads.where(comesUpTo(query, last)) : leads).select(leadKeys).execute()
    return { matching: slice, last }
  })

  function from(leads: LeadSource, previous: LeadKey | undefined) {
    const ordered = orderedLeads(ctx, leads, query)
    return previous ? ordered.where(comesAfter(query, previous)) : ordered
  }

  async function lastOfSlice(previous: LeadKey | undefined): Promise<LeadKey | undefined> {
    const slice = from({ ...source, matches: all }, previous).select('id')
    const last = await slice
      .offset(ROWS_A_SCAN - 1)
      .limit(1)
      .executeTakeFirst()
    return last && ctx.db.selectFrom('lead').select(leadKeys).where('id', '=', last.id).executeTakeFirst()
  }
}
