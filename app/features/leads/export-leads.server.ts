import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import {
  type LeadFieldName,
  leadFields,
  leadFieldsForOwner,
  leadSourceNames,
  leadSources,
} from './lead-fields.ts'
import type { LeadListQuery } from './lead-list-query.ts'
import { listLeadsForExport } from './list-leads.server.ts'

type Row = Awaited<ReturnType<typeof listLeadsForExport>>[number]

type Column = [heading: string, cell: (lead: Row) => CsvCell]

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
