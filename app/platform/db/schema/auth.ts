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

/** A row is there while two-factor sign-in is on. */
export type TwoFactorTable = {
  owner_id: string
  /** The TOTP key in base32, sealed for `two_factor:<owner_id>`. */
  sealed: string
  enabled_at: number
  /** Of the last code that was taken, in steps of 30 s since the epoch: it and all before it are worth nothing. */
  last_step: number
}

export type RecoveryCodeTable = {
  /** SHA-256; a code has 120 random bits. */
  code_hash: string
  owner_id: string
  used_at: number | null
}

/** The right password was given; the second factor is still to come. */
export type SignInChallengeTable = {
  id: string
  owner_id: string
  /** SHA-256 of what the browser's cookie holds. */
  token_hash: string
  created_at: number
}

export type PasswordResetTable = {
  id: string
  owner_id: string
  /** SHA-256 of what the mailed link holds. */
  token_hash: string
  created_at: number
}
