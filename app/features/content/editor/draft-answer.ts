import type { PageDocument } from '../page-document.ts'
import type { FieldConflict } from '../pages/save-page-draft.server.ts'

/** Both sides changed the same fields. `current` is theirs; `merged` has all changes and my text of these fields. */
export type DraftConflict = {
  merged: PageDocument
  current: PageDocument
  conflicts: readonly FieldConflict[]
}

export type DraftAnswer = {
  version?: number
  /** The stored document, if others had changed something meanwhile. */
  document?: PageDocument
  conflict?: DraftConflict
  error?: string
  /** Messages by place. */
  fields?: Readonly<Record<string, string>>
}
