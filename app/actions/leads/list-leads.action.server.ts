import { z } from 'zod'

import { leadStatuses } from '#app/features/leads/lead-status.ts'
import { listLeadsAfter } from '#app/features/leads/list-leads-after.server.ts'

import { pageOfRows, readCursor } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging, q } from '../fields.ts'

import { leadRecord, toLeadRecord } from './lead-record.ts'

export const listLeadsAction = defineAction({
  name: 'list_leads',
  title: 'List leads',
  description: 'Lists leads, the newest first, or finds those that hold words in name, address or message.',
  input: z.strictObject({
    q,
    status: z.enum(leadStatuses).optional(),
    folder: z.enum(['inbox', 'spam']).default('inbox'),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    ...paging,
  }),
  output: pageOf(leadRecord),
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  asksFirst: false,
  rest: { method: 'GET', path: '/leads' },
  async run(ctx, { limit, cursor, status, q: words, ...query }) {
    const mark = readCursor(cursor)
    const rows = await listLeadsAfter(ctx, {
      ...query,
      q: words.trim(),
      status: status ?? null,
      after: mark && { id: mark.id, created_at: mark.at },
      limit: limit + 1,
    })
    return pageOfRows(rows, limit, {
      mark: ({ id, created_at }) => ({ at: created_at, id }),
      show: toLeadRecord,
    })
  },
})
