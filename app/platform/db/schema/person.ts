export type PersonOrigin = 'inquiry' | 'hand' | 'import'

/** Everybody with an e-mail address. Merged persons stay, so that a merge can be taken back. */
export type PersonTable = {
  id: string
  created_at: number
  origin: PersonOrigin
  name: string
  company: string | null
  phone: string | null
  phone_e164: string | null
  /** The person with whom this one was merged. */
  merged_into: string | null
  merged_at: number | null
  /** Where `merged_into` leads to in the end: its own id without a merge. Lists show the roots alone. */
  root_id: string
  /** The last activity under this person's own addresses. */
  active_at: number
  /** Of roots: the last activity of everybody merged into them. */
  listed_at: number
  /** Of roots: covers everybody merged into them. */
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

/** Two persons of whom the owner said that they are not one. */
export type PersonDistinctTable = { person_id: string; other_id: string }

export type PersonImportTable = {
  id: string
  /** Of the file. */
  name: string
  /** JSON of who began it. */
  actor: string
  /** checking and importing: a job works on it. ready: it waits for the owner. */
  state: 'checking' | 'ready' | 'importing' | 'done' | 'failed'
  /** JSON: a field or null for each column; null until the file was read. */
  mapping: string | null
  /** JSON of what the check found. */
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
  /** JSON of the row as it stands in the file. */
  cells: string
  reason: string
}
