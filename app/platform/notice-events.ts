import type { Permission } from './permissions.ts'

/** Events that members may be notified of, with the permission that is needed to handle them. */
export const noticeKinds = {
  chat: { name: 'A visitor waits for a person', attend: 'conversations.write' },
  inquiry: { name: 'An inquiry comes in', attend: 'leads.write' },
  booking: { name: 'A meeting of yours is booked, moved, cancelled or declined', attend: 'account.read' },
  answer: { name: 'A client answers by mail', attend: 'leads.write' },
  assigned: { name: 'A lead or chat is assigned to you', attend: 'leads.write' },
  mention: { name: 'A note mentions you', attend: 'leads.read' },
  mail: { name: 'A mail is refused', attend: 'mail.write' },
} as const satisfies Record<string, { name: string; attend: Permission }>

export type NoticeKind = keyof typeof noticeKinds

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[]

export type NoticeEvent = {
  kind: NoticeKind
  /** The record, such as a lead's id. Each member gets one notice per kind and subject. */
  subject: string
  /** Only these members; otherwise everybody who may handle it. */
  members?: readonly string[]
  /** The member who caused it. */
  except?: string
}
