import type { PageDocument } from '../page-document.ts'
import type { FieldConflict } from '../pages/save-page-draft.server.ts'

/** Both changed the same fields. `merged` has everything of both and, of these fields, mine; `current` is theirs. */
export type DraftConflict = {
  merged: PageDocument
  current: PageDocument
  conflicts: readonly FieldConflict[]
}

/** What comes back when a draft is sent. */
export type DraftAnswer = {
  version?: number
  /** What is stored now, where others had changed something meanwhile. */
  document?: PageDocument
  conflict?: DraftConflict
  error?: string
  /** Sentences by place. */
  fields?: Readonly<Record<string, string>>
}
