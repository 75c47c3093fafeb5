/** The four tables of better-auth, in its own shapes: it writes dates as ISO 8601 text and booleans as 0 and 1. */
export type AuthUserTable = {
  id: string
  name: string
  email: string
  email_verified: number
  image: string | null
  created_at: string
  updated_at: string
}

export type AuthSessionTable = {
  id: string
  user_id: string
  /** SHA-256 of what the cookie holds: a stolen database opens no session. */
  token: string
  expires_at: string
  ip_address: string | null
  user_agent: string | null
  created_at: string
  updated_at: string
}

export type AuthAccountTable = {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: string | null
  refresh_token_expires_at: string | null
  scope: string | null
  /** argon2id in PHC form. */
  password: string | null
  created_at: string
  updated_at: string
}

export type AuthVerificationTable = {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}
