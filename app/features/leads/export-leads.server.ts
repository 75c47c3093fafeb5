import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import type { LeadListQuery } from './lead-list-query.ts'
import { listLeadsForExport } from './list-leads.server.ts'

type Row = Awaited<ReturnType<typeof listLeadsForExport>>[number]

const columns: readonly [heading: string, cell: (lead: Row) => CsvCell][] = [
  ['Received', (lead) => new Date(lead.created_at).toISOString()],
  ['Status', (lead) => lead.status],
  ['Name', (lead) => lead.name],
  ['Email', (lead) => lead.email],
  ['Phone', (lead) => lead.phone_e164 ?? lead.phone],
  ['Country', (lead) => lead.country],
  ['Company', (lead) => lead.company],
  ['Message', (lead) => lead.message],
  ['Service', (lead) => lead.service],
  ['Plan', (lead) => lead.plan],
  ['Form', (lead) => lead.form],
  ['First page', (lead) => lead.first_page],
  ['Last page', (lead) => lead.last_page],
  ['Referrer', (lead) => lead.referrer],
  ['UTM source', (lead) => lead.utm_source],
  ['UTM medium', (lead) => lead.utm_medium],
  ['UTM campaign', (lead) => lead.utm_campaign],
  ['UTM term', (lead) => lead.utm_term],
  ['UTM content', (lead) => lead.utm_content],
  ['Consent at', (lead) => new Date(lead.consent_at).toISOString()],
  ['Consent version', (lead) => lead.consent_version],
  ['Consent text', (lead) => lead.consent_text],
]

/** The list's leads as CSV with a byte order mark, without which Excel reads UTF-8 wrongly. */
export async function exportLeads(ctx: Ctx, query: LeadListQuery): Promise<string> {
  const leads = await withTransaction(ctx, async (ctx) => {
    const listed = await listLeadsForExport(ctx, query)
    await recordChange(ctx, { what: 'lead.exported' })
    return listed
  })
  const rows = leads.map((lead) => columns.map(([, cell]) => cell(lead)))
  return `\uFEFF${toCsv([columns.map(([heading]) => heading), ...rows])}`
}
