import type { NoticeKind } from '#app/platform/notice-events.ts'

export type NoticeTable = {
  id: string
  member_id: string
  kind: NoticeKind
  subject: string
  /** JSON list of the channels that were tried, in order. */
  tried: string
  /** The error of the last channel, if it failed. */
  failure: string | null
  created_at: number
  seen_at: number | null
}

/** Members without a row use the defaults. */
export type NoticePreferenceTable = {
  member_id: string
  /** JSON of the channels by kind. */
  channels: string
  /** Minutes until the next channel is used. */
  wait_minutes: number
  /** Minutes after midnight in `time_zone`; both or neither are set. */
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string
  /** Webhook addresses, sealed for `notice_slack:<member_id>` and `notice_discord:<member_id>`. */
  slack_sealed: string | null
  discord_sealed: string | null
  updated_at: number
}

/** The key pair that identifies this installation to push services. */
export type VapidKeyTable = {
  id: string
  /** The private key as a JWK, sealed for `vapid_key:<id>`. */
  sealed: string
  created_at: number
}

export type PushSubscriptionTable = {
  id: string
  member_id: string
  /** The last session in which the browser was seen. It may have expired. */
  session_id: string
  /** SHA-256, to find the browser again. */
  endpoint_hash: string
  /** JSON of the address and the browser's keys, sealed for `push_subscription:<id>`. */
  sealed: string
  device: string
  created_at: number
  /** The push service accepts no message until then. */
  paused_until: number | null
}
