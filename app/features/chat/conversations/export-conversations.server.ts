import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'
import { listConversationsForExport } from './list-conversations.server.ts'

type Row = Awaited<ReturnType<typeof listConversationsForExport>>[number]

const columns: readonly CsvColumn<Row>[] = [
  ['Id', (conversation) => conversation.id],
  ['Begun', (conversation) => new Date(conversation.created_at).toISOString()],
  ['Last message', (conversation) => new Date(conversation.updated_at).toISOString()],
  ['Page', (conversation) => conversation.page],
  ['Who answers', (conversation) => conversation.speaker],
  ['Marked', (conversation) => (conversation.marked === 1 ? 'yes' : '')],
  ['Messages of the visitor', (conversation) => conversation.turns],
  ['Outcome of the last reply', (conversation) => conversation.outcome],
  ['Input tokens', (conversation) => conversation.inputTokens],
  ['Output tokens', (conversation) => conversation.outputTokens],
  ['Cost in US dollars', (conversation) => (conversation.costMicros ?? 0) / 1_000_000],
  ['Lead', (conversation) => conversation.lead_id],
  ['First message', (conversation) => conversation.opening],
]

/** The list's conversations as CSV, in parts. */
export async function exportConversations(
  ctx: Ctx,
  query: ConversationListQuery,
): Promise<AsyncGenerator<string>> {
  requireActor(ctx)
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'conversation.exported' }))
  return csvInSlices(columns, (after) => listConversationsForExport(ctx, query, after))
}
