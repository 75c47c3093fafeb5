import { z } from 'zod'

import { listConversationsForExport } from '#app/features/chat/conversations/list-conversations.server.ts'

import { pageBy } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import {
  activityOrder,
  id,
  isoTime,
  isoTimeOrNull,
  languageOf,
  pageOf,
  paging,
  q,
  text,
  time,
} from '../fields.ts'

export const conversationRecord = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  page: z.string().nullable().describe('Where it began'),
  answeredBy: z.enum(['assistant', 'owner']),
  waitingSince: time.nullable().describe('Since when the visitor waits for a person'),
  leadId: id.nullable(),
  language: z.string().nullable().describe('The language that the visitor read, such as de or pt-BR'),
  assistant: z.string().nullable().describe('The name of the assistant; null if it was deleted'),
})

export const listConversationsAction = defineAction({
  name: 'list_conversations',
  title: 'List conversations',
  description:
    'Lists the conversations of visitors with the assistant, the latest first, or finds words in them.',
  input: z.strictObject({
    q,
    isWaiting: z.boolean().default(false),
    language: languageOf,
    assistantId: text(64).optional().describe('Only those with this assistant'),
    sort: activityOrder,
    ...paging,
  }),
  output: pageOf(conversationRecord.extend({ opening: z.string().nullable(), turns: z.int() })),
  permission: 'conversations.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/conversations' },
  run: (ctx, { q: words, isWaiting, language, assistantId, sort: order, ...asked }) => {
    const filters = { outcome: null, speaker: null, rating: null, isMarked: false, page: 1 }
    const query = { ...filters, q: words.trim(), isWaiting, language, assistant: assistantId }
    return pageBy(
      'updated_at',
      asked,
      (next) => listConversationsForExport(ctx, query, { order, ...next }),
      (row) => ({
        id: row.id,
        createdAt: isoTime(row.created_at),
        updatedAt: isoTime(row.updated_at),
        page: row.page,
        answeredBy: row.speaker,
        waitingSince: isoTimeOrNull(row.waiting_since),
        leadId: row.lead_id,
        language: row.language,
        assistant: row.assistant,
        opening: row.opening,
        turns: row.turns,
      }),
    )
  },
})
