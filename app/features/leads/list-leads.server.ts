import { type Selectable, sql } from 'kysely'

import type { CsvCell } from '#app/lib/csv.ts'
import { pageOf } from '#app/lib/paging.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  type LeadFieldName,
  leadFields,
  leadFieldsForOwner,
  leadSourceNames,
  leadSources,
} from './lead-fields.ts'
import { type LeadListQuery, MOST_COUNTED } from './lead-list-query.ts'
import {
  comesAfter,
  findExportSource,
  findSource,
  type LeadSource,
  matchingLeads,
  orderedLeads,
  scanKeys,
} from './lead-search.server.ts'

export const LEADS_PER_PAGE = 25
/** Enough of a message to know it by, in a list. */
const EXCERPT = 140

/** A page of the inbox or the Spam folder. `total` is bounded: with `hasMore` there are more leads. */
export async function listLeads(ctx: Ctx, query: LeadListQuery) {
  requireActor(ctx)
  const source = await findSource(ctx, query.q)
  // A later page is reached all the same: its count ends where the page does.
  const bound = Math.max(MOST_COUNTED, query.page * LEADS_PER_PAGE)
  const { counted, idsAt } = await (source.isScan ? scanUpTo : countUpTo)(ctx, source, query, bound + 1)
  const { page, pages, offset } = pageOf(counted, LEADS_PER_PAGE, query.page)
  const leads = await readLeads(ctx, await idsAt(offset))
  const hasMore = counted > bound
  return { leads, total: Math.min(counted, bound), hasMore, page, pages, spam: await countSpam(ctx) }
}

/** How many leads match, `most` at most, and the ids of the page at an offset. */
type Counted = { counted: number; idsAt(offset: number): Promise<string[]> }

async function countUpTo(ctx: Ctx, source: LeadSource, query: LeadListQuery, most: number): Promise<Counted> {
  const { counted } = await ctx.db
    .selectFrom(
      matchingLeads(ctx, source, query)
        .select(sql`1`.as('one'))
        .limit(most)
        .as('matching'),
    )
    .select((select) => select.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return {
    counted,
    async idsAt(offset) {
      const page = orderedLeads(ctx, source, query).select('id').limit(LEADS_PER_PAGE).offset(offset)
      return (await page.execute()).map(({ id }) => id)
    },
  }
}

async function scanUpTo(ctx: Ctx, source: LeadSource, query: LeadListQuery, most: number): Promise<Counted> {
  const ids: string[] = []
  for await (const keys of scanKeys(ctx, source, query)) {
    ids.push(...keys.map(({ id }) => id))
    if (ids.length >= most) break
  }
  return {
    counted: Math.min(ids.length, most),
    idsAt: async (offset) => ids.slice(offset, offset + LEADS_PER_PAGE),
  }
}

async function readLeads(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const leads = await ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'name', 'email', 'company', 'country', 'status', 'service', 'plan'])
    .select(['spam_reason', sql<string>`substr(message, 1, ${EXCERPT})`.as('excerpt')])
    .where('id', 'in', ids)
    .execute()
  return leads.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

async function countSpam(ctx: Ctx): Promise<number> {
  const spam = ctx.db.selectFrom('lead').select('id').where('spam_reason', 'is not', null)
  const { n } = await ctx.db
    .selectFrom(spam.limit(MOST_COUNTED + 1).as('spam'))
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type Row = Selectable<LeadTable>
type Column = CsvColumn<Row>

const columns: readonly Column[] = [
  ['Received', (lead) => new Date(lead.created_at).toISOString()],
  ['Status', (lead) => lead.status],
  ...leadFieldsForOwner.map((name): Column => [leadFields[name].heading, (lead) => fieldCell(lead, name)]),
  ...leadSourceNames.map((name): Column => [leadSources[name], (lead) => lead[name]]),
  ['Consent at', (lead) => new Date(lead.consent_at).toISOString()],
  ['Consent version', (lead) => lead.consent_version],
  ['Consent text', (lead) => lead.consent_text],
]

function fieldCell(lead: Row, name: LeadFieldName): CsvCell {
  return name === 'phone' ? (lead.phone_e164 ?? lead.phone) : lead[name]
}

/** All leads of the list as CSV, in slices. */
export async function exportLeads(ctx: Ctx, query: LeadListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx)
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'lead.exported' }))
  const source = await findExportSource(ctx, query.q)
  return csvInSlices(columns, async (after: Row | undefined) => {
    const leads = orderedLeads(ctx, source, query).selectAll().limit(ROWS_A_SLICE)
    // The source of an export is the table itself, with all of its columns.
    return (await (after ? leads.where(comesAfter(query, after)) : leads).execute()) as Row[]
  })
}
