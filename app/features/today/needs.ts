import type { Permission } from '#app/platform/permissions.ts'

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

export const needGroups = {
  now: 'Waiting now',
  overdue: 'Overdue',
  today: 'Due today',
  waiting: 'Waiting',
  later: 'Later',
} as const

export type NeedGroup = keyof typeof needGroups

export type Need = {
  /** Kind and id, such as `inquiry:0192…`. A new occurrence has a different name. */
  item: string
  kind: NeedKind
  group: NeedGroup
  title: string
  text: string | null
  /** Milliseconds UTC since when it needs someone. */
  at: number
  /** Milliseconds UTC until which a reply is promised or a step is due; null if neither. */
  due: number | null
  path: string
  replyPath: string
  assigneeId: string | null
}

export const snoozes = {
  hour: 'For an hour',
  tomorrow: 'Until tomorrow morning',
  week: 'Until next week',
} as const

export type Snooze = keyof typeof snoozes

export type Undo =
  | { item: string; did: 'done' | 'snoozed'; before?: string | undefined }
  | { item: string; did: 'assigned'; before: string }
