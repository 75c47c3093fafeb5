import {
  type ChangeKind,
  changeSentences,
  type ChangeSubject,
  changeSubjects,
} from '#app/platform/audit/change-kinds.ts'
import type { ChangeActor } from '#app/platform/db/schema/audit.ts'

export type AuditMessages = {
  title: string
  changes: Record<ChangeKind, string>
  subjects: Record<ChangeSubject, string>
  actors: Record<ChangeActor, string>
  anyChange: string
  /** All kinds about one subject. */
  all: string
  fields: string
  noFields: string
  times: string
  kept: string
  empty: { title: string; text: string }
  nothingFound: { title: string; text: string }
}

export const auditEn: AuditMessages = {
  title: 'Audit log',
  changes: changeSentences,
  subjects: changeSubjects,
  actors: {
    member: 'Member',
    owner: 'Owner',
    command: 'Command line',
    system: 'The system',
    stranger: 'Somebody not signed in',
  },
  anyChange: 'Any change',
  all: '{subject}: all',
  fields: 'Changed: {fields}',
  noFields: 'No field changed.',
  times: '{times} times within 15 minutes',
  kept: 'Entries are kept for {months} months. Nobody can change or delete them.',
  empty: { title: 'Nothing yet', text: 'Every sign-in and every change made in the admin appears here.' },
  nothingFound: { title: 'Nothing found', text: 'No entry matches these filters.' },
}
