import { z } from 'zod'

import { listItemsAfter } from '#app/features/knowledge/items/list-items.server.ts'

import { pageBy } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { id, isoTime, pageOf, paging, q, time } from '../fields.ts'

const itemRecord = z.object({
  id,
  title: z.string(),
  kind: z.enum(['pdf', 'text', 'url', 'site']),
  source: z.string().nullable(),
  language: z
    .string()
    .nullable()
    .describe('The language of its text, such as de, or of the site, such as pt-BR; null until it is read'),
  status: z.enum(['queued', 'reading', 'ready', 'failed']),
  failure: z.string().nullable(),
  passages: z.int(),
  isEnabled: z.boolean(),
  createdAt: time,
})

export const listKnowledgeAction = defineAction({
  name: 'list_knowledge',
  title: 'List knowledge',
  description: 'Lists the documents of the knowledge base that the assistant answers from, the newest first.',
  input: z.strictObject({ q, ...paging }),
  output: pageOf(itemRecord),
  permission: 'knowledge.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/knowledge' },
  run: (ctx, { q: words, ...asked }) =>
    pageBy(
      'created_at',
      asked,
      (next) => listItemsAfter(ctx, { q: words, ...next }),
      ({ enabled, created_at, ...item }) => ({
        ...item,
        isEnabled: enabled === 1,
        createdAt: isoTime(created_at),
      }),
    ),
})
