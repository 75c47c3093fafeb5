import type { Generated } from 'kysely'

import type { Role } from '#app/platform/permissions.ts'

export type MemberTable = {
  id: string
  email: string
  name: string
  role: Role
  password_hash: string
  created_at: number
  password_changed_at: number
  /** Removed members cannot sign in; their name stays in the history. */
  removed_at: Generated<number | null>
  last_seen_at: Generated<number | null>
}

export type InvitationTable = {
  id: string
  email: string
  role: Role
  /** SHA-256 of the link's token. */
  token_hash: string
  invited_by: string
  sent_at: number
}

export type SessionTable = {
  id: string
  member_id: string
  /** SHA-256 of the cookie's value, so that a stolen database opens no session. */
  token_hash: string
  created_at: number
  last_seen_at: number
  device: string
}

/** Exists only while two-factor sign-in is on. */
export type TwoFactorTable = {
  member_id: string
  /** The TOTP key in base32, sealed for `two_factor:<member_id>`. */
  sealed: string
  enabled_at: number
  /** The step (30 s since the epoch) of the last accepted code. It and earlier codes are refused. */
  last_step: number
}

export type RecoveryCodeTable = {
  code_hash: string
  member_id: string
  used_at: number | null
}

/** A public key whose private key never leaves the member's device. */
export type PasskeyTable = {
  id: string
  member_id: string
  /** The authenticator's id of the credential, in base64url. */
  credential_id: string
  /** SPKI in base64url. */
  public_key: string
  /** The authenticator's signature counter; 0 if it does not count. */
  counter: number
  name: string
  created_at: number
  last_used_at: number | null
}

export type PasskeyChallengeTable = {
  /** SHA-256 of the challenge. */
  id: string
  /** SHA-256 of the session's id, or of the cookie of a browser that is signing in. */
  holder: string
  created_at: number
}

/** The password was correct; the second factor is pending. */
export type SignInChallengeTable = {
  id: string
  member_id: string
  token_hash: string
  created_at: number
}

/** Programs use it to act in the name of its member. */
export type ApiTokenTable = {
  id: string
  member_id: string
  name: string
  /** At most the member's own role. */
  role: Role
  token_hash: string
  /** The token's last characters, so that its member can recognise it. */
  ends_with: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

/** The response to a request with an Idempotency-Key, kept for a day. */
export type ApiReplayTable = {
  /** Hash of the caller and the key. */
  id: string
  /** Hash of the request. */
  request: string
  status: number
  location: string | null
  body: string
  created_at: number
}

export type PasswordResetTable = {
  id: string
  member_id: string
  /** SHA-256 of the mailed token. */
  token_hash: string
  created_at: number
}

/** An OAuth client. Anybody may register one. */
export type OauthClientTable = {
  id: string
  /** The name that the client gave itself. */
  name: string
  /** JSON list. */
  redirect_uris: string
  created_at: number
  /** When a member last connected it; null if none ever did. */
  used_at: number | null
}

/** A member's authorization of an app. Its tokens end with it. */
export type OauthGrantTable = {
  id: string
  client_id: string
  member_id: string
  /** Permissions, separated by spaces. */
  scopes: string
  /** The address that its tokens are valid for (RFC 8707). */
  resource: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

export type OauthCodeTable = {
  code_hash: string
  client_id: string
  member_id: string
  redirect_uri: string
  /** PKCE challenge (S256). */
  challenge: string
  scopes: string
  resource: string
  expires_at: number
  /** The grant that the code was exchanged for. A code works once. */
  grant_id: string | null
}

export type OauthTokenTable = {
  token_hash: string
  grant_id: string
  kind: 'access' | 'refresh'
  expires_at: number
  /** A refresh token works once. */
  used_at: number | null
}
