import { z } from 'zod'

import { dues, noFilters } from '#app/features/leads/lead-list-query.ts'
import { leadStatuses } from '#app/features/leads/lead-status.ts'
import { listLeadsAfter } from '#app/features/leads/list-leads.server.ts'
import { TAG_MAX } from '#app/features/leads/work/lead-work.ts'

import { pageBy } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { id, languageOf, pageOf, paging, q, text } from '../fields.ts'

import { leadRecord, toLeadRecord } from './lead-record.ts'

export const listLeadsAction = defineAction({
  name: 'list_leads',
  title: 'List leads',
  description:
    'Lists leads, the newest first, or finds those that contain words in name, address or message.',
  input: z.strictObject({
    q,
    status: z.enum(leadStatuses).optional(),
    assigneeId: id.optional(),
    due: z.enum(dues).optional().describe('By the day of the next step, in the site’s time zone'),
    tag: text(TAG_MAX).optional(),
    language: languageOf,
    folder: z.enum(['inbox', 'spam']).default('inbox'),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    ...paging,
  }),
  output: pageOf(leadRecord),
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/leads' },
  run: (ctx, { folder, sort, q: words, status, assigneeId, due, tag, language, ...asked }) => {
    const filters = {
      ...noFilters,
      status: status ?? null,
      assignee: assigneeId ?? null,
      due: due ?? null,
      tag: tag ?? null,
      language,
    }
    return pageBy(
      'created_at',
      asked,
      (next) => listLeadsAfter(ctx, { folder, sort, q: words.trim(), ...filters, ...next }),
      (lead) => toLeadRecord(lead),
    )
  },
})
