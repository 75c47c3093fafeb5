import type { Permission } from '#app/platform/permissions.ts'

/** What may need someone, and who may read and settle it. */
export const needKinds = {
  chat: { name: 'Waiting in chat', read: 'conversations.read', settle: 'conversations.write' },
  inquiry: { name: 'Inquiry', read: 'leads.read', settle: 'leads.write' },
  answer: { name: 'Answer', read: 'leads.read', settle: 'leads.write' },
  step: { name: 'Next step', read: 'leads.read', settle: 'leads.write' },
  mention: { name: 'Mention', read: 'leads.read', settle: 'account.write' },
  unfiled: { name: 'Unfiled mail', read: 'leads.read', settle: 'leads.write' },
  booking: { name: 'Booking', read: 'bookings.read', settle: 'bookings.write' },
  question: { name: 'Unanswered question', read: 'knowledge.read', settle: 'knowledge.write' },
  mail: { name: 'Refused mail', read: 'mail.read', settle: 'mail.write' },
  model: { name: 'Model', read: 'settings.read', settle: 'settings.write' },
  webhook: { name: 'Webhook', read: 'settings.read', settle: 'settings.write' },
  backup: { name: 'Backup', read: 'settings.read', settle: 'settings.write' },
} as const satisfies Record<string, { name: string; read: Permission; settle: Permission }>

export type NeedKind = keyof typeof needKinds

export type Need = {
  /** The kind and id, such as `inquiry:0192…`; what happens anew has another one. */
  item: string
  kind: NeedKind
  title: string
  text: string | null
  /** Since when, in milliseconds UTC. */
  at: number
  /** Until when a reply is promised or a step is due; null where nothing is. */
  due: number | null
  path: string
  /** Where it is answered. */
  replyPath: string
  assigneeId: string | null
}

export const snoozes = {
  hour: 'For an hour',
  tomorrow: 'Until tomorrow morning',
  week: 'Until next week',
} as const

export type Snooze = keyof typeof snoozes

/** What was done, and what brings it back. */
export type Undo =
  | { item: string; did: 'done' | 'snoozed'; before?: string | undefined }
  | { item: string; did: 'assigned'; before: string }
