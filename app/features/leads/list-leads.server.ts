import { type Selectable, sql } from 'kysely'

import type { CsvCell } from '#app/lib/csv.ts'
import { plainAmount } from '#app/lib/amounts.ts'
import { MOST_COUNTED } from '#app/lib/paging.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import {
  inOrderOf,
  type MatchingIds,
  readBoundedPage,
  takeUpTo,
} from '#app/platform/db/bounded-page.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  leadField,
  type LeadFieldName,
  leadFieldsForOwner,
  leadSourceNames,
  leadSources,
  workFields,
} from './lead-fields.ts'
import type { LeadListQuery } from './lead-list-query.ts'
import {
  all,
  comesAfter,
  findExportSource,
  findSource,
  isSortedByWork,
  type LeadKey,
  leadKeys,
  type LeadSource,
  matchingLeads,
  orderedLeads,
  scanLeads,
} from './lead-search.server.ts'

import { withTags } from './work/stored-lead-work.server.ts'

export const LEADS_PER_PAGE = 25
/** Characters of the message in the list. */
const EXCERPT = 140

export async function listLeads(ctx: Ctx, query: LeadListQuery) {
  requireActor(ctx, 'leads.read')
  const source = await findSource(ctx, query)
  const { ids, ...page } = await readBoundedPage(
    (most) =>
      source.isScan
        ? takeUpTo(most, scanLeads(ctx, source, query), LEADS_PER_PAGE)
        : findUpTo(ctx, source, query, most),
    LEADS_PER_PAGE,
    query.page,
  )
  return { leads: await readLeads(ctx, ids), ...page, spam: await countSpam(ctx) }
}

/**
 * Finds one page of a search and counts all matches. If a status is chosen, one statement does both. Otherwise common
 * words match too many leads for that, so it counts first, as it does if too many match or the page is beyond the last.
 */
async function findUpTo(
  ctx: Ctx,
  source: LeadSource,
  query: LeadListQuery,
  most: number,
): Promise<MatchingIds> {
  if (query.q.trim() === '' || !query.status) return countUpTo(ctx, source, query, most)
  const matching = matchingLeads(ctx, source, query).select(leadKeys).limit(most)
  const found = { ...source, from: sql<LeadKey>`${matching}`.as('lead'), matches: all }
  const page = await orderedLeads(ctx, found, query)
    .select(['id', sql<number>`count(*) over ()`.as('counted')])
    .limit(LEADS_PER_PAGE)
    .offset((query.page - 1) * LEADS_PER_PAGE)
    .execute()
  const [first] = page
  if (first ? first.counted >= most : query.page > 1) return countUpTo(ctx, source, query, most)
  return { counted: first ? first.counted : 0, idsAt: async () => page.map(({ id }) => id) }
}

async function countUpTo(
  ctx: Ctx,
  source: LeadSource,
  query: LeadListQuery,
  most: number,
): Promise<MatchingIds> {
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

async function readLeads(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const leads = await ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'name', 'email', 'company', 'country', 'status', 'service', 'plan'])
    .select(['spam_reason', sql<string>`substr(message, 1, ${EXCERPT})`.as('excerpt')])
    .select(['value_cents', 'next_step', 'due_on', 'assignee_id'])
    .where('id', 'in', ids)
    .execute()
  return withTags(ctx, inOrderOf(ids, leads))
}

async function countSpam(ctx: Ctx): Promise<number> {
  const spam = ctx.db.selectFrom('lead').select('id').where('spam_reason', 'is not', null)
  const { n } = await ctx.db
    .selectFrom(spam.limit(MOST_COUNTED + 1).as('spam'))
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type Row = Selectable<LeadTable> & { tags: readonly string[] }
type Column = CsvColumn<Row>

const columnsOf = (currency: string): readonly Column[] => [
  ['Received', (lead) => new Date(lead.created_at).toISOString()],
  ['Status', (lead) => lead.status],
  ...leadFieldsForOwner.map((name): Column => [leadField(name).heading, (lead) => fieldCell(lead, name)]),
  [
    `${workFields.valueCents.heading} (${currency})`,
    ({ value_cents: value }) => (value === null ? null : plainAmount(value)),
  ],
  [workFields.nextStep.heading, (lead) => lead.next_step],
  [workFields.dueOn.heading, (lead) => lead.due_on],
  [workFields.tags.heading, (lead) => lead.tags.join(', ')],
  ...leadSourceNames.map((name): Column => [leadSources[name], (lead) => lead[name]]),
  ['Consent at', (lead) => new Date(lead.consent_at).toISOString()],
  ['Consent version', (lead) => lead.consent_version],
  ['Consent text', (lead) => lead.consent_text],
]

function fieldCell(lead: Row, name: LeadFieldName): CsvCell {
  return name === 'phone' ? (lead.phone_e164 ?? lead.phone) : lead[name]
}

/** Streams the list as CSV. A search is sorted by time, because each slice by day or value would read all of it. */
export async function exportLeads(ctx: Ctx, asked: LeadListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'lead.exported' }))
  const query: LeadListQuery = asked.q && isSortedByWork(asked) ? { ...asked, sort: 'newest' } : asked
  const source = await findExportSource(ctx, query)
  const { currency } = await ctx.site(ctx)
  return csvInSlices(columnsOf(currency), async (after: Row | undefined) => {
    const leads = orderedLeads(ctx, source, query).select('id').limit(ROWS_A_SLICE)
    const slice = await (after ? leads.where(comesAfter(query, after)) : leads).execute()
    return readRows(
      ctx,
      slice.map(({ id }) => id),
    )
  })
}

async function readRows(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db.selectFrom('lead').selectAll().where('id', 'in', ids).execute()
  return withTags(ctx, inOrderOf(ids, rows))
}
