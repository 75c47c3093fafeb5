/** waiting: a job will send it. held: no SMTP server is set. sent: the server took it. failed: refused for good. */
export type EmailState = 'waiting' | 'held' | 'sent' | 'failed'

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
  attempts: number
  last_error: string | null
  /** The lead or other record it belongs to, so that erasing that one erases this. */
  about: string | null
  created_at: number
  sent_at: number | null
}
