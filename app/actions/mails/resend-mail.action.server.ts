import { z } from 'zod'

import { resendEmails } from '#app/features/admin/outbox/change-emails.server.ts'
import { previewEmail } from '#app/features/admin/outbox/read-emails.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { mailRecord, toMailRecord } from './mail-record.ts'

const mailDetail = mailRecord.extend({ text: z.string().describe('As its recipient reads it') })

async function readMail(ctx: Ctx, mailId: string): Promise<z.input<typeof mailDetail>> {
  const mail = await previewEmail(ctx, mailId)
  return { ...toMailRecord(mail), text: mail.text }
}

export const getMailAction = defineAction({
  name: 'get_mail',
  title: 'Read a mail',
  description: 'Reads a mail that the site sends, as its recipient sees it.',
  input: z.strictObject({ id }),
  output: mailDetail,
  permission: 'mail.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/mails/{id}' },
  run: (ctx, input) => readMail(ctx, input.id),
})

export const resendMailAction = defineAction({
  name: 'resend_mail',
  title: 'Send a mail again',
  description:
    'Sends a mail again that was refused, held or dismissed. A mail that is waiting or was sent stays as it is.',
  input: z.strictObject({ id }),
  output: mailDetail,
  permission: 'mail.write',
  effect: 'adds',
  isForVisitors: false,
  rest: { method: 'POST', path: '/mails/{id}/sendings' },
  async run(ctx, input) {
    await resendEmails(ctx, { ids: [input.id] })
    return readMail(ctx, input.id)
  },
})
