export type DeletionKind = 'lead' | 'conversation' | 'question' | 'person' | 'item' | 'page'

/** Many leads at once: those deleted, and the former values of those changed. */
export type BulkKind = 'leads' | 'lead-values'

export type DeletionTable = {
  id: string
  kind: DeletionKind | BulkKind
  subject_id: string
  /** Until then it can be brought back. */
  expires_at: number
  /** The rows as they stood, by table, serialized by V8. */
  rows: Uint8Array
}
