import type { WebhookEventKind } from '#app/platform/webhook-events.ts'

export type WebhookTable = {
  id: string
  url: string
  /** JSON of a list of `WebhookEventKind`. */
  events: string
  created_at: number
  /** Consecutive failures; 0 after a delivery. */
  failures: number
  /** Since when deliveries have failed; null while they work. */
  failing_since: number | null
  /** New deliveries wait until then, because the receiver cannot be reached. */
  paused_until: number | null
  disabled_at: number | null
}

export type WebhookSecretTable = {
  id: string
  webhook_id: string
  /** Sealed for `webhook_secret:<id>`. */
  sealed: string
  created_at: number
  /** After a rotation, the former secret also signs until then. */
  ends_at: number | null
}

export type WebhookDeliveryTable = {
  /** Also the message's id, by which receivers recognise duplicates. */
  id: string
  webhook_id: string
  kind: WebhookEventKind | 'webhook.test'
  /** Deliveries with the same subject are sent in order. */
  subject_id: string
  payload: string
  state: 'waiting' | 'delivered' | 'dead'
  created_at: number
  /** When this round of attempts began. */
  queued_at: number
  round: number
  attempts: number
  next_at: number
  ended_at: number | null
  status: number | null
  error: string | null
}
