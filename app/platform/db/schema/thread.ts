import type { Generated } from 'kysely'

export type ThreadMailTable = {
  id: string
  direction: 'in' | 'out'
  /** Null until it is assigned to a lead. */
  lead_id: string | null
  /** Message-ID (RFC 5322) without angle brackets. */
  message_id: string
  in_reply_to: string | null
  /** JSON list of message ids, oldest first. */
  reference_ids: string
  from_email: string
  from_name: string
  /** Whom to answer instead of a sender that takes no answers, such as a form's. */
  reply_to_email: Generated<string | null>
  reply_to_name: Generated<string | null>
  /** JSON list of addresses. */
  recipients: string
  subject: string
  /** The text without quoted parts. */
  text: string
  quoted: string | null
  /** JSON of the text's translation for members. */
  translation: Generated<string | null>
  at: number
  /** The author of an outgoing mail. */
  member_id: string | null
  /** The mail in the outbox that sends it. */
  email_id: string | null
  /** When a member opened an incoming mail. */
  seen_at: number | null
  /** Whether it is an out-of-office note or the like. */
  is_automatic: Generated<0 | 1>
  /** When a mail without a lead was dismissed. */
  dismissed_at: number | null
}

export type ThreadAttachmentTable = {
  id: string
  mail_id: string
  position: number
  /** The name that the sender gave it. */
  name: string
  type: string
  size: number
  /** Its name in `ctx.files`. */
  file: string
  at: number
}

/** A reply that a member has not sent yet. */
export type ThreadDraftTable = {
  id: string
  lead_id: string
  member_id: string
  text: string
  updated_at: number
}
