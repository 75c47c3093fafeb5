/** What other programs may be told of. */
export const webhookEvents = {
  'lead.created': 'An inquiry came in',
  'lead.changed': 'A lead was changed',
  'person.requested': 'A visitor asks for a person',
  'post.published': 'A post was published',
  'mail.refused': 'A mail was refused',
} as const

export type WebhookEventKind = keyof typeof webhookEvents

export const webhookEventKinds = Object.keys(webhookEvents) as WebhookEventKind[]

export type WebhookEvent = { kind: WebhookEventKind; id: string }
