import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'

/** Older entries, from when there was only one account, have `owner`. */
export type ChangeActor = 'member' | 'owner' | 'command' | 'system' | 'stranger'

/** One row per change in the admin. It contains no message, secret or network address. */
export type AuditEntryTable = {
  id: string
  at: number
  kind: ChangeKind
  actor: ChangeActor
  actor_email: string | null
  /** Null or empty if the member had entered none. */
  actor_name: string | null
  device: string | null
  subject_id: string | null
  /** Null for leads, people, conversations and mails, because people may ask to be erased. */
  subject_title: string | null
  subject_path: string | null
  fields: string | null
  /** JSON of `ChangedValues`, without secrets and without what visitors wrote. */
  changes: string | null
  times: number
  search: string
}
