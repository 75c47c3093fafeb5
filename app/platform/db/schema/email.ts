import type { Generated } from 'kysely'

/**
 * waiting: a job will send it. held: no SMTP server is set. sent: the server took it. failed: refused for good, or not
 * taken for three days. dismissed: the owner decided that it need not be sent.
 */
export const emailStates = ['waiting', 'held', 'sent', 'failed', 'dismissed'] as const
export type EmailState = (typeof emailStates)[number]

export type EmailTable = {
  id: string
  /** What the mail is about and for, unique: the same notice is never queued twice. */
  dedupe_key: string
  template: string
  /** JSON of the template's props; rendered when it is sent. Of a secret mail `{sealed}`, sealed for `email:<id>`. */
  props: string
  recipients: string
  reply_to: string | null
  subject: string
  state: EmailState
  /** How often it was put in the queue again, or taken out of it: a job of an earlier round does nothing. */
  round: Generated<number>
  /** When it was last put in the queue; null of mails older than this column. */
  queued_at: number | null
  attempts: number
  last_error: string | null
  /** The lead or other record it belongs to, so that erasing that one erases this. */
  about: string | null
  created_at: number
  sent_at: number | null
}

/** One row while the mail server takes nobody's mail; none while it works. */
export type MailOutageTable = {
  id: number
  since: number
  /** What the server answered last. */
  reason: string
  tries: number
  /** When one mail tries whether it works again; until then none is sent. */
  next_try_at: number
}
