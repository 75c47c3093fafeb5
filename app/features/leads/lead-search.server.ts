import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import { type LeadFieldName, leadFields, leadFieldNames } from './lead-fields.ts'
import type { LeadListQuery } from './lead-list-query.ts'
import { leadStatuses } from './lead-status.ts'

const searchedFields = leadFieldNames.filter((name) => leadFields[name].isSearched)

/** The text in which a search looks for words. */
export function leadSearchText(lead: Pick<LeadTable, LeadFieldName | 'phone_e164'>): string {
  const parts = [...searchedFields.map((name) => lead[name]), lead.phone_e164]
  return foldForSearch(parts.filter(Boolean).join('\n'))
}

/** What lists filter and sort by. */
export type LeadKey = Pick<LeadTable, 'id' | 'created_at' | 'status' | 'spam_reason' | 'name'>

/** Where the leads that match a search are read from. */
export type LeadSource = {
  from: AliasedRawBuilder<LeadKey, 'lead'>
  matches: RawBuilder<SqlBool>
  /** Compares the texts of all leads on this thread: to be read by `scanKeys`. */
  isScan: boolean
}

/** The index of SQLite knows sequences of three letters. */
const INDEXED = /.{3}/su
/** A statement may look into the texts of this many leads; it takes about 2 ms. */
const ROWS_A_SCAN = 2000

/** Finds the words through the index of migration 0025; on SQLite by a scan where all words are short or many leads match. */
export async function findSource(ctx: Ctx, q: string): Promise<LeadSource> {
  const words = await lookUp(ctx, q)
  if (!words.indexed || (words.isMany && words.short !== ''))
    return {
      from: leadTable,
      matches: holdsEveryWord('search', q),
      isScan: words.isEmbedded && q.trim() !== '',
    }
  return {
    from: sql<LeadKey>`(select lead_entry.*, texts.search from lead_index
      join lead_entry on number = lead_index.rowid left join lead as texts on texts.id = lead_entry.id
      where lead_index match ${words.indexed})`.as('lead'),
    matches: holdsEveryWord('search', words.short),
    isScan: false,
  }
}

/** The source of an export, with all columns: it reads slice by slice and finds each soon where many leads match. */
export async function findExportSource(ctx: Ctx, q: string): Promise<LeadSource> {
  const words = await lookUp(ctx, q)
  const matches = holdsEveryWord('search', q)
  if (!words.indexed || words.isMany) return { from: leadTable, matches, isScan: false }
  const found = sql<SqlBool>`id in (select id from lead_index join lead_entry on number = lead_index.rowid
    where lead_index match ${words.indexed}) and ${matches}`
  return { from: leadTable, matches: found, isScan: false }
}

const leadTable = sql<LeadKey>`lead`.as('lead')

type Words = {
  isEmbedded: boolean
  /** The words that SQLite's index knows, as phrases; null without any. */
  indexed: string | null
  /** The other words. */
  short: string
  /** More leads hold the indexed words than a statement may look into. */
  isMany: boolean
}

async function lookUp(ctx: Ctx, q: string): Promise<Words> {
  // A NUL would end the phrase that SQLite reads; PostgreSQL rejects it.
  const words = foldForSearch(q.replaceAll('\0', '')).split(/\s+/).filter(Boolean).slice(0, 10)
  const isEmbedded = ctx.engine.name === 'sqlite'
  const long = isEmbedded ? words.filter((word) => INDEXED.test(word)) : []
  const short = words.filter((word) => !INDEXED.test(word)).join(' ')
  if (long.length === 0) return { isEmbedded, indexed: null, short, isMany: false }
  const indexed = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
  return { isEmbedded, indexed, short, isMany: await isMany(ctx, indexed) }
}

async function isMany(ctx: Ctx, phrases: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lead_index where lead_index match ${phrases}
    limit 1 offset ${ROWS_A_SCAN}`.execute(ctx.db)
  return rows.length > 0
}

export function matchingLeads(ctx: Ctx, { from, matches }: LeadSource, { folder, status }: LeadListQuery) {
  const leads = ctx.db.selectFrom(from).where('spam_reason', folder === 'spam' ? 'is not' : 'is', null)
  return (status ? leads.where('status', '=', status) : leads).where(matches)
}

/** Matching leads in the list's order. */
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
  }
}

export function comesAfter({ sort }: LeadListQuery, { id, created_at, name, status }: LeadKey) {
  const isOlder = sql<SqlBool>`(created_at, id) < (${created_at}, ${id})`
  const rank = leadStatuses.indexOf(status)
  switch (sort) {
    case 'newest':
      return isOlder
    case 'oldest':
      return sql<SqlBool>`(created_at, id) > (${created_at}, ${id})`
    case 'name':
      return sql<SqlBool>`(lower(name), id) > (lower(${name}), ${id})`
    case 'status':
      return sql<SqlBool>`(${statusRank} >= ${rank} and (${statusRank} > ${rank} or ${isOlder}))`
  }
}

/** The order of the pipeline, not of the alphabet; worded as in the index `lead_inbox_rank`. */
const statusRank = sql<number>`case status ${sql.join(
  leadStatuses.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/** The matching leads of a scan, one slice of the list at a time, in turns with other requests. */
export async function* scanKeys(
  ctx: Ctx,
  source: LeadSource,
  query: LeadListQuery,
): AsyncGenerator<LeadKey[]> {
  const all = { ...source, matches: sql<SqlBool>`1 = 1` }
  for (let last: LeadKey | undefined; ; await yieldToOthers()) {
    const leads = orderedLeads(ctx, all, query)
    const slice = await (last ? leads.where(comesAfter(query, last)) : leads)
      .select(['id', 'created_at', 'status', 'spam_reason', 'name', source.matches.as('isMatch')])
      .limit(ROWS_A_SCAN)
      .execute()
    yield slice.filter(({ isMatch }) => isMatch)
    last = slice.at(-1)
    if (slice.length < ROWS_A_SCAN) return
  }
}
