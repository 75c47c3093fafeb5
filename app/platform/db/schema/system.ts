/** waiting: due at run_at. running: leased until lease_until. done and dead are kept for a while, to be looked at. */
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
  /** JSON. */
  value: string
  updated_at: number
}

export type ThrottleTable = {
  /** HMAC of what is counted: no address or e-mail stands here. */
  key: string
  window_start: number
  hits: number
  expires_at: number
}

/** That the data of one e-mail address was erased, without the address. */
export type ErasureTable = {
  id: string
  erased_at: number
  /** HMAC of the address under the app's secret: who knows an address can ask whether it is meant, nobody can read it. */
  hash: string
  /** Tells under which secret the hash was made. */
  key_mark: string
  /** JSON of how many of each kind were erased. */
  counts: string
}
