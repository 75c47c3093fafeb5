import type { NoticeKind } from '#app/platform/notice-events.ts'

export type NoticeTable = {
  id: string
  member_id: string
  kind: NoticeKind
  subject: string
  /** JSON of the channels by which it was sent, or could not be, in order. */
  tried: string
  /** Of the last channel, if it failed. */
  failure: string | null
  created_at: number
  seen_at: number | null
}

/** Members without a row have the defaults. */
export type NoticePreferenceTable = {
  member_id: string
  /** JSON of the channels by kind. */
  channels: string
  /** Until the next channel is used. */
  wait_minutes: number
  /** Minutes after midnight in `time_zone`; both or neither. */
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string
  /** Webhook addresses, sealed for `notice_slack:<member_id>` and `notice_discord:<member_id>`. */
  slack_sealed: string | null
  discord_sealed: string | null
  updated_at: number
}

/** The pair by which push services know this installation. */
export type VapidKeyTable = {
  id: string
  /** The private key as a JWK, sealed for `vapid_key:<id>`. */
  sealed: string
  created_at: number
}

export type PushSubscriptionTable = {
  id: string
  member_id: string
  /** The last session in which the browser was seen; it may have ended by itself. */
  session_id: string
  /** SHA-256, by which the browser is found again. */
  endpoint_hash: string
  /** JSON of the address and the browser's keys, sealed for `push_subscription:<id>`. */
  sealed: string
  device: string
  created_at: number
  /** The push service wants no message before. */
  paused_until: number | null
}
