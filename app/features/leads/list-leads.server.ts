import { type Selectable, sql, type SqlBool } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { LeadListQuery } from './lead-list-query.ts'
import { leadStatuses } from './lead-status.ts'

export const LEADS_PER_PAGE = 25
/** Enough of a message to know it by, in a list. */
const EXCERPT = 140

/** One page of the inbox or the Spam folder, with how many there are in all. */
export async function listLeads(ctx: Ctx, query: LeadListQuery) {
  requireActor(ctx)
  const { total } = await matchingLeads(ctx, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / LEADS_PER_PAGE))
  const page = Math.min(query.page, pages)
  const leads = await ordered(ctx, query)
    .select([
      'id',
      'created_at',
      'name',
      'email',
      'company',
      'country',
      'status',
      'service',
      'plan',
      'spam_reason',
    ])
    .select(sql<string>`substr(message, 1, ${EXCERPT})`.as('excerpt'))
    .limit(LEADS_PER_PAGE)
    .offset((page - 1) * LEADS_PER_PAGE)
    .execute()
  return { leads, total, page, pages, spam: await countSpam(ctx) }
}

/** The next of all leads that the list's filters let through, for an export, in the list's order. */
export async function listLeadsForExport(ctx: Ctx, query: LeadListQuery, after?: Selectable<LeadTable>) {
  requireActor(ctx)
  const leads = ordered(ctx, query).selectAll().limit(ROWS_A_SLICE)
  return (after ? leads.where(comesAfter(query, after)) : leads).execute()
}

function comesAfter({ sort }: LeadListQuery, { id, created_at, name, status }: Selectable<LeadTable>) {
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
      return sql<SqlBool>`(${statusRank} > ${rank} or (${statusRank} = ${rank} and ${isOlder}))`
  }
}

function ordered(ctx: Ctx, query: LeadListQuery) {
  const leads = matchingLeads(ctx, query)
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

/** In the order of a lead's way, not of the alphabet. */
const statusRank = sql<number>`case status ${sql.join(
  leadStatuses.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

function matchingLeads(ctx: Ctx, { folder, status, q }: LeadListQuery) {
  const leads = ctx.db.selectFrom('lead').where('spam_reason', folder === 'spam' ? 'is not' : 'is', null)
  const withStatus = status ? leads.where('status', '=', status) : leads
  return q ? withStatus.where(holdsEveryWord('search', q)) : withStatus
}

async function countSpam(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('lead')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('spam_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.n
}
