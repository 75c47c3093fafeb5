import type { Generated } from 'kysely'

export type PersonOrigin = 'inquiry' | 'hand' | 'import'

/** Everybody with an e-mail address. Merged persons are kept, so that a merge can be undone. */
export type PersonTable = {
  /** BCP 47 tag of the language that the visitor read; null if nobody knows. */
  language: Generated<string | null>
  id: string
  created_at: number
  origin: PersonOrigin
  name: string
  company: string | null
  phone: string | null
  phone_e164: string | null
  /** The person into whom this one was merged. */
  merged_into: string | null
  merged_at: number | null
  /** The end of the chain of `merged_into`; the person's own id if it was not merged. Lists show only roots. */
  root_id: string
  /** The last activity under this person's own addresses. */
  active_at: number
  /** For roots: the last activity of everybody merged into them. */
  listed_at: number
  /** For roots: includes everybody merged into them. */
  search: string
}

export type PersonAddressTable = {
  /** In comparable form, as in `lead.address`. */
  address: string
  person_id: string
  shown: string
  created_at: number
}

export type PersonEventKind =
  | 'added'
  | 'imported'
  | 'changed'
  | 'note'
  | 'address-corrected'
  | 'merged'
  | 'unmerged'

export type PersonEventTable = {
  id: string
  person_id: string
  at: number
  kind: PersonEventKind
  actor: string | null
  body: string | null
}

/** Two persons whom the owner marked as different. */
export type PersonDistinctTable = { person_id: string; other_id: string }

export type PersonImportTable = {
  id: string
  /** The file's name. */
  name: string
  /** JSON of the member who started it. */
  actor: string
  /** checking and importing: a job is working on it. ready: waits for the owner. */
  state: 'checking' | 'ready' | 'importing' | 'done' | 'failed'
  /** JSON: a field or null for each column. Null until the file is read. */
  mapping: string | null
  /** JSON of the check's result. */
  preview: string | null
  total: number | null
  done: number
  added: number
  changed: number
  left_out: number
  failure: string | null
  created_at: number
  updated_at: number
}

export type PersonImportFileTable = { import_id: string; part: number; bytes: Uint8Array }

export type PersonImportLeftTable = {
  import_id: string
  position: number
  line: number
  /** JSON of the row's original cells. */
  cells: string
  reason: string
}
