export type DeletionKind = 'lead' | 'conversation' | 'question' | 'person' | 'item' | 'page'

/** Bulk changes of leads: deleted ones, and the former values of changed ones. */
export type BulkKind = 'leads' | 'lead-values'

export type DeletionTable = {
  id: string
  kind: DeletionKind | BulkKind
  subject_id: string
  /** Until then it can be undone. */
  expires_at: number
  /** The former rows by table, serialized by V8. */
  rows: Uint8Array
}
