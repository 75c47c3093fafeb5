import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'
import { listConversationsForExport } from './list-conversations.server.ts'

type Row = Awaited<ReturnType<typeof listConversationsForExport>>[number]

const columns: readonly [heading: string, cell: (conversation: Row) => CsvCell][] = [
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

/** The list's conversations as CSV with a byte order mark, without which Excel reads UTF-8 wrongly. */
export async function exportConversations(ctx: Ctx, query: ConversationListQuery): Promise<string> {
  const conversations = await withTransaction(ctx, async (ctx) => {
    const listed = await listConversationsForExport(ctx, query)
    await recordChange(ctx, { what: 'conversation.exported' })
    return listed
  })
  const rows = conversations.map((conversation) => columns.map(([, cell]) => cell(conversation)))
  return `\uFEFF${toCsv([columns.map(([heading]) => heading), ...rows])}`
}
