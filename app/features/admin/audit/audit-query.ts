import { isDay } from '#app/lib/days.ts'
import { defineListQuery, type Parameter, words } from '#app/lib/list-query.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { ChangeKind, ChangeSubject } from '#app/platform/audit/change-kinds.ts'

import { auditMessages } from './messages.ts'

const { changes } = auditMessages[defaultLocale]

/** Entries are kept as long as the communication records they mention. */
export const KEEP_MONTHS = 24

export const changeKinds = Object.keys(changes) as ChangeKind[]

export function subjectOf(kind: ChangeKind): ChangeSubject {
  return kind.split('.', 1)[0] as ChangeSubject
}

const textIf = (isValid: (text: string) => boolean): Parameter<string> => ({
  read: (text) => (isValid(text) ? text : ''),
  write: (text) => text,
})

export const { read: readAuditQuery, pathOf: auditPath } = defineListQuery('/admin/audit', {
  q: words,
  what: textIf((what) => changeKinds.some((kind) => kind === what || subjectOf(kind) === what)),
  /** Days in the site's time zone, both included. */
  from: textIf(isDay),
  to: textIf(isDay),
})

export type AuditQuery = ReturnType<typeof readAuditQuery>
