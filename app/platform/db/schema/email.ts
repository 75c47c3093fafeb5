import type { Generated } from 'kysely'

/** held: no SMTP server is set. failed: refused, or not accepted for three days. */
export const emailStates = ['waiting', 'held', 'sent', 'failed', 'dismissed'] as const
export type EmailState = (typeof emailStates)[number]

export type EmailTable = {
  id: string
  /** Unique, so that the same notice is never queued twice. */
  dedupe_key: string
  template: string
  /** JSON. The props of a secret mail are `{sealed}`, sealed for `email:<id>`. */
  props: string
  recipients: string
  /** BCP 47 tag; null for the main language. */
  language: Generated<string | null>
  reply_to: string | null
  subject: string
  state: EmailState
  /** Incremented whenever the mail is queued again or dismissed. Jobs of earlier rounds do nothing. */
  round: Generated<number>
  queued_at: number | null
  attempts: number
  last_error: string | null
  /** JSON of `MailHeaders`, for mails of a thread. */
  headers: string | null
  /** JSON of its attachments: name, type and file in `ctx.files`. */
  attachments: string | null
  /** When a mail that must be sent only once was handed to the mail server, which has not answered since. */
  handed_over_at: number | null
  /** The record it belongs to. Erasing the record erases the mail. */
  about: string | null
  created_at: number
  sent_at: number | null
}

/** Has a row only while the mail server accepts no mail. */
export type MailOutageTable = {
  id: number
  since: number
  reason: string
  tries: number
  next_try_at: number
}
