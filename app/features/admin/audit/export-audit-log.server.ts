import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { type CsvColumn, csvInSlices } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { AuditQuery } from './audit-query.ts'
import { type AuditEntry, listAuditEntriesForExport } from './list-audit-entries.server.ts'
import { auditMessages } from './messages.ts'

const { changes, actors } = auditMessages[defaultLocale]

const columns: readonly CsvColumn<AuditEntry>[] = [
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

/** The list's entries as CSV, in parts. */
export async function exportAuditLog(ctx: Ctx, query: AuditQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx)
  return csvInSlices(columns, (after) => listAuditEntriesForExport(ctx, query, after))
}
