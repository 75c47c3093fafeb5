export type OwnerTable = {
  id: string
  /** In lower case. */
  email: string
  /** argon2id in PHC form. */
  password_hash: string
  created_at: number
  password_changed_at: number
}

export type SessionTable = {
  id: string
  owner_id: string
  /** SHA-256 of what the cookie holds: a stolen database opens no session. */
  token_hash: string
  created_at: number
  last_seen_at: number
  /** Browser and system, coarsely; no address. */
  device: string
}
