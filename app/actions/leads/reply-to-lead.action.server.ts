import { z } from 'zod'

import { REPLY_MAX, sendReply } from '#app/features/leads/thread/send-reply.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { defineAction } from '../define-action.ts'
import { id, text } from '../fields.ts'

import { readLead } from './get-lead.action.server.ts'
import { leadDetail } from './lead-record.ts'

export const replyToLeadAction = defineAction({
  name: 'reply_to_lead',
  title: 'Reply to a lead',
  description:
    'Sends a mail to a lead, with their message quoted below it. A new lead gets the status contacted. The mail cannot be taken back.',
  input: z.strictObject({
    id,
    text: text(REPLY_MAX).min(1),
    key: z
      .uuid()
      .optional()
      .describe('A value of your choice. Send the same one when you retry, and only one mail is sent.'),
  }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'adds',
  isForVisitors: false,
  rest: { method: 'POST', path: '/leads/{id}/replies', location: '/leads/{id}' },
  async run(ctx, { id: leadId, text: reply, key = newId() }) {
    await sendReply(ctx, { leadId, key: key.toLowerCase(), text: reply, files: [] })
    return readLead(ctx, leadId)
  },
})
