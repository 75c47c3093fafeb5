import { type Selectable, sql, type SqlBool } from 'kysely'

import type { CsvCell } from '#app/lib/csv.ts'
import { plainAmount } from '#app/lib/amounts.ts'
import { MOST_COUNTED } from '#app/lib/paging.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { assistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { inOrderOf } from '#app/platform/lists/bounded-page.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { CsvColumn } from '#app/platform/http/csv-download.server.ts'
import { all, defineList, down, up, upBy } from '#app/platform/lists/define-list.server.ts'
import { findWords } from '#app/platform/lists/find-words.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  leadField,
  type LeadFieldName,
  leadFieldNames,
  leadFieldsForOwner,
  leadSourceNames,
  leadSources,
  workFields,
} from './lead-fields.ts'
import type { LeadListQuery } from './lead-list-query.ts'
import { passesFilters } from './lead-filters.server.ts'
import { type LeadStatus, leadStatuses } from './lead-status.ts'
import { withFileAddresses } from './files/inquiry-files.server.ts'
import { contactQuestions } from './questions/contact-questions.server.ts'
import { type Answer, answersOf, answerText, inquiryFilePath, type Question } from '#app/lib/question.ts'
import { withTags } from './work/stored-lead-work.server.ts'

export const LEADS_PER_PAGE = 25
/** Characters of the message in the list. */
const EXCERPT = 140

type LeadKey = Pick<LeadTable, 'name' | 'status' | 'value_cents' | 'due_on'>

/** Sorts by the order of the pipeline. The expression must match the index `lead_inbox_rank`. */
const statusRank = sql`case status ${sql.join(
  leadStatuses.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

export const leadList = defineList({
  table: 'lead',
  keys: ['id', 'created_at', 'status', 'spam_reason', 'name', 'value_cents', 'due_on'],
  orders: {
    newest: [down('created_at'), down('id')],
    oldest: [up('created_at'), up('id')],
    name: [upBy(sql`lower(name)`, (lead: LeadKey) => sql`lower(${lead.name})`), up('id')],
    status: [
      upBy(statusRank, (lead: LeadKey) => leadStatuses.indexOf(lead.status)),
      down('created_at'),
      down('id'),
    ],
    // No day sorts after all days, no value below all values. The expressions must match the indexes of migration 0052.
    due: [upBy(sql`coalesce(due_on, '9')`, (lead: LeadKey) => lead.due_on ?? '9'), up('id')],
    value: [
      { ...upBy(sql`coalesce(value_cents, -1)`, (lead: LeadKey) => lead.value_cents ?? -1), isDown: true },
      down('id'),
    ],
  },
  perPage: LEADS_PER_PAGE,
  async find(ctx, query: Omit<LeadListQuery, 'page'>, use) {
    const { q, folder, status, sort } = query
    const passes = await passesFilters(ctx, query)
    const isSearch = q.trim() !== ''
    // The table of short rows serves filters and orders that no index of `lead` does.
    const isInEntries = !isSearch && ctx.engine.name === 'sqlite' && (passes || isSortedByWork(query))
    const found = isInEntries
      ? { from: sql`lead_entry as lead`, matches: all }
      : await findWords(ctx, 'lead', q, use)
    const inFolder = folder === 'spam' ? sql`spam_reason is not null` : sql`spam_reason is null`
    const withStatus = (each: LeadStatus) => sql<SqlBool>`${inFolder} and status = ${each}`
    return {
      ...found,
      shown: status ? withStatus(status) : sql`${inFolder}`,
      matches: passes ? sql`(${found.matches} and ${passes})` : found.matches,
      // Without a status, common words match too many leads to read them for counting.
      countsWith: isSearch && status ? 'page' : null,
      // No index serves both ends of a slice in the order of the pipeline, but one does within a status.
      scansBy:
        sort === 'status'
          ? { order: 'newest', shown: (status ? [status] : leadStatuses).map(withStatus) }
          : null,
    }
  },
})

function isSortedByWork({ sort }: Pick<LeadListQuery, 'sort'>): boolean {
  return sort === 'due' || sort === 'value'
}

export async function listLeads(ctx: Ctx, query: LeadListQuery) {
  requireActor(ctx, 'leads.read')
  const { ids, ...page } = await leadList.page(ctx, query, query.sort)
  return { leads: await readLeads(ctx, ids), ...page, spam: await countSpam(ctx) }
}

/** The last lead of a page; only for lists sorted by time. */
type LeadMark = { id: string; created_at: number }

type LeadsAfter = Omit<LeadListQuery, 'page' | 'sort'> & {
  sort: 'newest' | 'oldest'
  after: LeadMark | undefined
  limit: number
}

/** Returns the next leads after a mark, for programs that read the whole list: new leads do not shift the pages. */
export async function listLeadsAfter(ctx: Ctx, { after, limit, ...query }: LeadsAfter) {
  requireActor(ctx, 'leads.read')
  const unread = { status: 'new' as const, spam_reason: null, name: '', value_cents: null, due_on: null }
  const next = { after: after && { ...after, ...unread }, limit }
  return readLeadRecords(ctx, await leadList.next(ctx, query, query.sort, next))
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

type Row = Selectable<LeadTable> & { tags: readonly string[]; assistant: string | null }
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
  ['Language', (lead) => lead.language],
  ['Assistant', (lead) => lead.assistant],
]

/** Returns a column for each question of the form, and one for other answers; none if nobody answered any. */
async function answerColumns(ctx: Ctx, publicUrl: string): Promise<Column[]> {
  const { asked } = await contactQuestions.read(ctx)
  const answered = ctx.db.selectFrom('lead').select('id').where('answers', 'is not', null)
  if (asked.length === 0 && !(await answered.limit(1).executeTakeFirst())) return []
  return [
    ...asked.map(({ id, text }): Column => [text, (lead) => answerCell(lead, id, publicUrl)]),
    ['Other answers', (lead) => otherAnswers(lead, asked, publicUrl)],
  ]
}

function answerCell(lead: Row, id: string, publicUrl: string): CsvCell {
  const answer = answersOf(lead.answers).find(({ questionId }) => questionId === id)
  return answer && textWithAddress(answer, publicUrl)
}

function textWithAddress(answer: Answer, publicUrl: string): string {
  return answer.file
    ? `${answerText(answer)} ${publicUrl}${inquiryFilePath(answer.file)}`
    : answerText(answer)
}

/** The answers to questions that are no longer asked, and to those of meetings. */
function otherAnswers(lead: Row, questions: readonly Question[], publicUrl: string): CsvCell {
  return answersOf(lead.answers)
    .filter(({ questionId }) => !questions.some(({ id }) => id === questionId))
    .map(
      (answer) =>
        `${answer.question.replace(/[?:]?$/, (mark) => mark || ':')} ${textWithAddress(answer, publicUrl)}`,
    )
    .join('\n')
}

function fieldCell(lead: Row, name: LeadFieldName): CsvCell {
  return name === 'phone' ? (lead.phone_e164 ?? lead.phone) : lead[name]
}

/** Streams the list as CSV. A search is sorted by time, because each slice by day or value would read all of it. */
export async function exportLeads(ctx: Ctx, asked: LeadListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'lead.exported' }))
  const query: LeadListQuery = asked.q && isSortedByWork(asked) ? { ...asked, sort: 'newest' } : asked
  const { currency, publicUrl } = await ctx.site(ctx)
  const columns = [...columnsOf(currency), ...(await answerColumns(ctx, publicUrl))]
  return leadList.csv(ctx, query, query.sort, { columns, read: readRows })
}

async function readRows(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('lead')
    .selectAll()
    .select(assistantName('lead'))
    .where('id', 'in', ids)
    .execute()
  return withTags(ctx, inOrderOf(ids, rows))
}

export async function readLeadRecords(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('lead')
    .select(['id', 'created_at', 'updated_at', 'status', ...leadFieldNames])
    .select(['service', 'plan', 'spam_reason', 'assignee_id'])
    .select(['value_cents', 'next_step', 'due_on', 'answers', 'language'])
    .select(assistantName('lead'))
    .where('id', 'in', ids)
    .execute()
  const { publicUrl } = await ctx.site(ctx)
  const records = rows.map(({ answers, ...row }) => ({
    ...row,
    answers: withFileAddresses(answersOf(answers), publicUrl),
  }))
  return withTags(ctx, inOrderOf(ids, records))
}

export type ListedLead = Awaited<ReturnType<typeof readLeadRecords>>[number]
