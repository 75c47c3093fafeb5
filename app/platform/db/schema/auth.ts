export type OwnerTable = {
  id: string
  email: string
  password_hash: string
  created_at: number
  password_changed_at: number
}

export type SessionTable = {
  id: string
  owner_id: string
  /** SHA-256 of the cookie's value, so a stolen database opens no session. */
  token_hash: string
  created_at: number
  last_seen_at: number
  device: string
}

/** Exists only while two-factor sign-in is on. */
export type TwoFactorTable = {
  owner_id: string
  /** The TOTP key in base32, sealed for `two_factor:<owner_id>`. */
  sealed: string
  enabled_at: number
  /** The step (30 s since the epoch) of the last accepted code. It and earlier codes are refused. */
  last_step: number
}

export type RecoveryCodeTable = {
  code_hash: string
  owner_id: string
  used_at: number | null
}

/** The password was correct; the second factor is pending. */
export type SignInChallengeTable = {
  id: string
  owner_id: string
  token_hash: string
  created_at: number
}

export type PasswordResetTable = {
  id: string
  owner_id: string
  /** SHA-256 of the mailed token. */
  token_hash: string
  created_at: number
}
