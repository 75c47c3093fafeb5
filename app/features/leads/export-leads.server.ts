import type { CsvCell } from '#app/lib/csv.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

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

/** The list's leads as CSV, in parts. */
export async function exportLeads(ctx: Ctx, query: LeadListQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx)
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'lead.exported' }))
  return csvInSlices(columns, (after) => listLeadsForExport(ctx, query, after))
}
