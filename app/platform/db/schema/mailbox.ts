export type MailboxTable = {
  /** A hash of its server, user and folder. */
  id: string
  /** What the server calls its numbering of mails; null until it was asked. */
  uid_validity: string | null
  last_uid: number
  /** Mails that arrived earlier are not read. */
  since: number
  /** The process that reads it. */
  holder: string | null
  held_until: number
  connected_at: number | null
  last_mail_at: number | null
  error: string | null
  failing_since: number | null
}

/** A report that a mail of ours did not reach an address. */
export type BounceTable = {
  id: string
  mail_id: string
  /** In lower case. */
  address: string
  /** 0: the address may work again later. */
  is_final: 0 | 1
  reason: string
  at: number
}
