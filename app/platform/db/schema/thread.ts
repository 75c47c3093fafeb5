import type { Generated } from 'kysely'

export type ThreadMailTable = {
  id: string
  direction: 'in' | 'out'
  /** Null: it belongs to no lead yet. */
  lead_id: string | null
  /** RFC 5322, without brackets. */
  message_id: string
  in_reply_to: string | null
  /** JSON list of message ids, the oldest first. */
  reference_ids: string
  from_email: string
  from_name: string
  /** JSON list of addresses. */
  recipients: string
  subject: string
  /** What was written, without what it quotes. */
  text: string
  quoted: string | null
  at: number
  /** Who wrote it, of outgoing mails. */
  member_id: string | null
  /** The mail of the outbox that sends it. */
  email_id: string | null
  /** When a member opened an incoming mail. */
  seen_at: number | null
  /** Out-of-office notes and the like. */
  is_automatic: Generated<0 | 1>
  /** When a mail without a lead was put away. */
  dismissed_at: number | null
}

export type ThreadAttachmentTable = {
  id: string
  mail_id: string
  position: number
  /** As its sender called it. */
  name: string
  type: string
  size: number
  /** In `ctx.files`. */
  file: string
  at: number
}

/** What a member has typed and not sent yet. */
export type ThreadDraftTable = {
  id: string
  lead_id: string
  member_id: string
  text: string
  updated_at: number
}
