import { z } from 'zod'

import { listConversationsForExport } from '#app/features/chat/conversations/list-conversations.server.ts'

import { pageOfRows, readCursor } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { activityOrder, id, isoTime, isoTimeOrNull, pageOf, paging, q, time } from '../fields.ts'

export const conversationRecord = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  page: z.string().nullable().describe('Where it began'),
  answeredBy: z.enum(['assistant', 'owner']),
  waitingSince: time.nullable().describe('Since when the visitor waits for a person'),
  leadId: id.nullable(),
})

export const listConversationsAction = defineAction({
  name: 'list_conversations',
  title: 'List conversations',
  description:
    'Lists the conversations of visitors with the assistant, the latest first, or finds words in them.',
  input: z.strictObject({ q, isWaiting: z.boolean().default(false), sort: activityOrder, ...paging }),
  output: pageOf(conversationRecord.extend({ opening: z.string().nullable(), turns: z.int() })),
  permission: 'conversations.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/conversations' },
  async run(ctx, { limit, cursor, q: words, isWaiting, sort: order }) {
    const mark = readCursor(cursor)
    const query = {
      q: words.trim(),
      outcome: null,
      speaker: null,
      rating: null,
      isWaiting,
      isMarked: false,
      page: 1,
    }
    const after = mark && { id: mark.id, updated_at: mark.at }
    const rows = await listConversationsForExport(ctx, query, { order, after, count: limit + 1 })
    return pageOfRows(rows, limit, {
      mark: (row) => ({ at: row.updated_at, id: row.id }),
      show: (row) => ({
        id: row.id,
        createdAt: isoTime(row.created_at),
        updatedAt: isoTime(row.updated_at),
        page: row.page,
        answeredBy: row.speaker,
        waitingSince: isoTimeOrNull(row.waiting_since),
        leadId: row.lead_id,
        opening: row.opening,
        turns: row.turns,
      }),
    })
  },
})
