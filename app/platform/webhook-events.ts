export const webhookEvents = {
  'lead.created': 'An inquiry came in',
  'lead.changed': 'A lead was changed',
  'booking.created': 'A meeting was booked',
  'booking.moved': 'A meeting was moved',
  'booking.cancelled': 'A meeting was cancelled',
  'person.requested': 'A visitor asks for a person',
  'post.published': 'A post was published',
  'mail.refused': 'A mail was refused',
} as const

export type WebhookEventKind = keyof typeof webhookEvents

export const webhookEventKinds = Object.keys(webhookEvents) as WebhookEventKind[]

export type WebhookEvent = {
  kind: WebhookEventKind
  id: string
  /** The record whose events are sent in order and are erased with it, if it is not `id`. */
  subject?: string
}
