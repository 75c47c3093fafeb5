export type MailboxTable = {
  /** Hash of server, user and folder. */
  id: string
  /** The server's UIDVALIDITY; null until it is known. */
  uid_validity: string | null
  last_uid: number
  /** Earlier mails are not read. */
  since: number
  /** The process that reads the mailbox. */
  holder: string | null
  held_until: number
  connected_at: number | null
  last_mail_at: number | null
  error: string | null
  failing_since: number | null
}

/** A report that an address did not receive one of our mails. */
export type BounceTable = {
  id: string
  mail_id: string
  /** Lower case. */
  address: string
  /** 0 if the address may work again later. */
  is_final: 0 | 1
  reason: string
  at: number
}
