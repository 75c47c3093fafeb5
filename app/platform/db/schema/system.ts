export type JobState = 'waiting' | 'running' | 'done' | 'dead'

export type JobTable = {
  id: string
  name: string
  payload: string
  state: JobState
  run_at: number
  attempts: number
  max_attempts: number
  lease_token: string | null
  lease_until: number | null
  last_error: string | null
  created_at: number
  finished_at: number | null
}

export type SettingTable = {
  key: string
  value: string
  updated_at: number
}

export type ThrottleTable = {
  /** HMAC of the counted subject, so no address is stored. */
  key: string
  window_start: number
  hits: number
  expires_at: number
}

export type ErasureTable = {
  id: string
  erased_at: number
  /** HMAC of the address, so that only somebody who knows an address can look it up. */
  hash: string
  key_mark: string
  counts: string
}

/** A service that the owner connected on the page Connections. */
/** What only one process may do at a time, or only once until then. */
export type LeaseTable = { name: string; until_at: number }

export type ConnectionTable = {
  /** For google and microsoft: the client that the owner registered there. */
  kind: 'outgoing' | 'incoming' | 'google' | 'microsoft' | 'bucket' | 'backup'
  /** A preset's name, such as `fastmail`; for microsoft the tenant, for a bucket the region. */
  service: string
  host: string
  port: number
  /** For google and microsoft: the client's id; for a bucket the key's. */
  user_name: string
  /** The password or the tokens, sealed for `connection:<kind>`; null if there is none. */
  sealed: string | null
  /** Mails' From; empty to use the site's name and contact address. */
  sender: string
  /** JSON: the folder of incoming mail, and the provider that mail signs in with; a bucket and its path. */
  options: string
  changed_at: number
  /** The member's id. */
  changed_by: string
}
