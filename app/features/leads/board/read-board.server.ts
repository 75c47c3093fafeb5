import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { takeUpTo } from '#app/platform/lists/bounded-page.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { matching } from '#app/platform/lists/define-list.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { passesFilters } from '../lead-filters.server.ts'
import { leadList } from '../list-leads.server.ts'
import { type LeadStatus, leadStatuses } from '../lead-status.ts'

import type { BoardQuery } from './board-query.ts'

/** The most leads that a search without an index finds. */
const MOST_FOUND = 1000
/** The most leads that counts and sums include. */
const MOST_ADDED = 50_000

/** Returns the columns of the board, with the leads that were changed last first. */
export async function readBoard(ctx: Ctx, { list, shown }: BoardQuery) {
  requireActor(ctx, 'leads.read')
  // The order does not matter here; `value` selects the source with the shortest rows.
  const source = await leadList.find(ctx, { ...list, sort: 'value' }, 'page')
  const passes = await passesFilters(ctx, list)
  const scanned = source.isScan
    ? await takeUpTo(MOST_FOUND + 1, leadList.scan(ctx, source, 'newest'), MOST_FOUND)
    : null
  const found = scanned && (await scanned.idsAt(0))
  const withIds = (ids: readonly string[]) =>
    ctx.db.selectFrom('lead').where('id', 'in', ids.length > 0 ? ids : [''])
  const concerned = found
    ? sql<Added>`${withIds(found).select(['status', 'value_cents'])}`
    : sql<Added>`(select status, value_cents ${matching(source)} limit ${MOST_ADDED + 1})`
  const totals = await addUp(ctx, concerned)
  const columns = []
  for (const status of leadStatuses) {
    const leads = found ? withIds(found) : ctx.db.selectFrom('lead')
    const isFound = list.q !== '' && !found
    const cards = await leads
      .select(['id', 'name', 'company', 'email', 'service', 'status', 'value_cents', 'next_step', 'due_on'])
      .select(['updated_at', 'assignee_id'])
      .where('spam_reason', 'is', null)
      .where('status', '=', status)
      .$if(isFound, (select) =>
        select.where('id', 'in', sql<string>`(select id ${matching(source)} and status = ${status})`),
      )
      .where(list.q === '' && passes ? passes : sql<SqlBool>`1 = 1`)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown[status])
      .execute()
    columns.push({ status, cards, ...totals(status) })
  }
  return { columns, isCut: scanned !== null && scanned.counted > MOST_FOUND }
}

type Added = Pick<LeadTable, 'status' | 'value_cents'>

async function addUp(ctx: Ctx, leads: RawBuilder<Added>) {
  const rows = await ctx.db
    .selectFrom(leads.as('added'))
    .select((select) => [
      'status',
      select.fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(value_cents), 0) as bigint)`.as('sum'),
    ])
    .groupBy('status')
    .execute()
  const hasMore = rows.reduce((all, { count }) => all + count, 0) > MOST_ADDED
  return (status: LeadStatus) => {
    const own = rows.find((row) => row.status === status)
    return { count: own ? own.count : 0, sum: own ? own.sum : 0, hasMore }
  }
}

export type Board = Awaited<ReturnType<typeof readBoard>>
export type BoardColumnOf = Board['columns'][number]
export type Card = BoardColumnOf['cards'][number]
