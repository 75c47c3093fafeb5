import { z } from 'zod'

import type { ListedEmail } from '#app/features/admin/outbox/read-emails.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'

import { id, isoTime, isoTimeOrNull, time } from '../fields.ts'

export const mailRecord = z.object({
  id,
  createdAt: time,
  sentAt: time.nullable(),
  state: z.enum(emailStates),
  subject: z.string(),
  recipients: z.array(z.string()),
  attempts: z.int(),
  error: z.string().nullable().describe('What the mail server said last'),
})

export function toMailRecord(mail: ListedEmail): z.input<typeof mailRecord> {
  const { id: mailId, state, subject, attempts } = mail
  return {
    id: mailId,
    createdAt: isoTime(mail.created_at),
    sentAt: isoTimeOrNull(mail.sent_at),
    state,
    subject,
    recipients: JSON.parse(mail.recipients) as string[],
    attempts,
    error: mail.last_error,
  }
}
