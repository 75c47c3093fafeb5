import { z } from 'zod'

import { listEmailsAfter } from '#app/features/admin/outbox/read-emails.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'

import { pageOfRows, readCursor } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging } from '../fields.ts'

import { mailRecord, toMailRecord } from './mail-record.ts'

export const listMailsAction = defineAction({
  name: 'list_mails',
  title: 'List mails',
  description: 'Lists the mails that the site sends, the newest first, such as those that were refused.',
  input: z.strictObject({
    state: z.enum(emailStates).optional().describe('failed: refused, or not accepted for three days'),
    ...paging,
  }),
  output: pageOf(mailRecord),
  permission: 'mail.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/mails' },
  async run(ctx, { limit, cursor, state }) {
    const mark = readCursor(cursor)
    const rows = await listEmailsAfter(ctx, {
      state: state ?? null,
      after: mark && { id: mark.id, created_at: mark.at },
      limit: limit + 1,
    })
    return pageOfRows(rows, limit, {
      mark: (mail) => ({ at: mail.created_at, id: mail.id }),
      show: toMailRecord,
    })
  },
})
