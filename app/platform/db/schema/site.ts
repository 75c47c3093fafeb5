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
