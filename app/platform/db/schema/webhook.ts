import type { WebhookEventKind } from '#app/platform/webhook-events.ts'

export type WebhookTable = {
  id: string
  url: string
  /** JSON of a list of `WebhookEventKind`. */
  events: string
  created_at: number
  /** Failures in a row; 0 after a delivery. */
  failures: number
  /** Since when nothing was delivered; null while it works. */
  failing_since: number | null
  /** New deliveries wait until then while the receiver cannot be reached. */
  paused_until: number | null
  disabled_at: number | null
}

export type WebhookSecretTable = {
  id: string
  webhook_id: string
  /** Sealed for `webhook_secret:<id>`. */
  sealed: string
  created_at: number
  /** After a rotation the former secret signs too, until then. */
  ends_at: number | null
}

export type WebhookDeliveryTable = {
  /** Also the message's id, by which receivers recognise one that comes twice. */
  id: string
  webhook_id: string
  kind: WebhookEventKind | 'webhook.test'
  /** What it is about: deliveries of one subject are sent in order. */
  subject_id: string
  payload: string
  state: 'waiting' | 'delivered' | 'dead'
  created_at: number
  /** Since when this round of tries is under way. */
  queued_at: number
  round: number
  attempts: number
  next_at: number
  ended_at: number | null
  status: number | null
  error: string | null
}
