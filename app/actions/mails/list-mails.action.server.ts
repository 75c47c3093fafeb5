import { z } from 'zod'

import { listEmailsAfter } from '#app/features/admin/outbox/read-emails.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'

import { pageBy } from '../cursor.ts'
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
  run: (ctx, { state = null, ...asked }) =>
    pageBy(
      'created_at',
      asked,
      (next) => listEmailsAfter(ctx, { state, ...next }),
      (mail) => toMailRecord(mail),
    ),
})
