import { sql, type SqlBool } from 'kysely'

import { defaultLocale } from '#app/lib/messages.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { ChangedValues } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type AuditQuery, changeKinds, subjectOf } from './audit-query.ts'
import { auditMessages } from './messages.ts'
import { sayValues } from './say-values.ts'

export const AUDIT_ENTRIES_PER_PAGE = 50

const { changes, actors } = auditMessages[defaultLocale]

export async function listAuditEntries(ctx: Ctx, query: AuditQuery) {
  requireActor(ctx, 'audit.read')
  const entries = newestFirst(await matchingEntries(ctx, query))
  const { rows, ...page } = await readCountedPage(entries, AUDIT_ENTRIES_PER_PAGE, query.page)
  return { entries: rows.map(toEntry), ...page }
}

const columns: readonly CsvColumn<AuditEntry>[] = [
  ['At', (entry) => new Date(entry.at).toISOString()],
  ['Kind', (entry) => entry.kind],
  ['What', (entry) => changes[entry.kind]],
  ['Who', (entry) => actors[entry.actor]],
  ['Name', (entry) => entry.actor_name],
  ['Email', (entry) => entry.actor_email],
  ['Device', (entry) => entry.device],
  ['Subject id', (entry) => entry.subject_id],
  ['Subject', (entry) => entry.subject_title],
  ['Changed fields', (entry) => entry.fields?.join(' ')],
  ['Values', (entry) => entry.changes && sayValues(entry.changes)],
  ['Times', (entry) => entry.times],
]

export async function exportAuditLog(ctx: Ctx, query: AuditQuery): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'audit.read')
  return csvInSlices(columns, (after) => nextSlice(ctx, query, after))
}

async function nextSlice(ctx: Ctx, query: AuditQuery, after?: AuditEntry) {
  const entries = await matchingEntries(ctx, query)
  const following = after ? entries.where(sql<SqlBool>`(at, id) < (${after.at}, ${after.id})`) : entries
  return (await newestFirst(following).limit(ROWS_A_SLICE).execute()).map(toEntry)
}

type Matching = Awaited<ReturnType<typeof matchingEntries>>
type Row = Awaited<ReturnType<ReturnType<typeof newestFirst>['execute']>>[number]

function newestFirst(matching: Matching) {
  return matching
    .select(['id', 'at', 'kind', 'actor', 'actor_email', 'actor_name', 'device'])
    .select(['subject_id', 'subject_title', 'subject_path', 'fields', 'changes', 'times'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
}

export type AuditEntry = ReturnType<typeof toEntry>

function toEntry({ fields, changes: values, ...row }: Row) {
  return {
    ...row,
    fields: fields === null ? null : (JSON.parse(fields) as string[]),
    changes: values === null ? null : (JSON.parse(values) as ChangedValues),
  }
}

async function matchingEntries(ctx: Ctx, { q, what, from, to }: AuditQuery) {
  const { timeZone } = await ctx.site(ctx)
  const kinds = changeKinds.filter((kind) => kind === what || subjectOf(kind) === what)
  let entries = ctx.db.selectFrom('audit_entry')
  if (kinds.length > 0) entries = entries.where('kind', 'in', kinds)
  if (from) entries = entries.where('at', '>=', startOfDay(from, timeZone))
  if (to) entries = entries.where('at', '<', endOfDay(to, timeZone))
  // Each word must occur in the row or in the sentence of its kind.
  for (const word of foldForSearch(q).split(/\s+/).filter(Boolean).slice(0, 10))
    entries = entries.where((where) => {
      const kindsWithWord = kindsSaying(word)
      return where.or([
        holdsEveryWord('search', word),
        ...(kindsWithWord.length > 0 ? [where('kind', 'in', kindsWithWord)] : []),
      ])
    })
  return entries
}

function kindsSaying(word: string): ChangeKind[] {
  return changeKinds.filter((kind) => foldForSearch(changes[kind]).includes(word))
}
