import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { AuditQuery } from './audit-query.ts'
import { type AuditEntry, listAuditEntriesForExport } from './list-audit-entries.server.ts'
import { auditMessages } from './messages.ts'

const { changes, actors } = auditMessages[defaultLocale]

const columns: readonly [heading: string, cell: (entry: AuditEntry) => CsvCell][] = [
  ['At', (entry) => new Date(entry.at).toISOString()],
  ['Kind', (entry) => entry.kind],
  ['What', (entry) => changes[entry.kind]],
  ['Who', (entry) => actors[entry.actor]],
  ['Email', (entry) => entry.actor_email],
  ['Device', (entry) => entry.device],
  ['Subject id', (entry) => entry.subject_id],
  ['Subject', (entry) => entry.subject_title],
  ['Changed fields', (entry) => entry.fields?.join(' ')],
  ['Times', (entry) => entry.times],
]

/** The list's entries as CSV with a byte order mark, without which Excel reads UTF-8 wrongly. */
export async function exportAuditLog(ctx: Ctx, query: AuditQuery): Promise<string> {
  const entries = await listAuditEntriesForExport(ctx, query)
  const rows = entries.map((entry) => columns.map(([, cell]) => cell(entry)))
  return `\uFEFF${toCsv([columns.map(([heading]) => heading), ...rows])}`
}
