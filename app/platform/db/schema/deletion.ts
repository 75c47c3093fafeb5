export type DeletionKind = 'lead' | 'conversation' | 'question' | 'person' | 'item' | 'page'

export type DeletionTable = {
  id: string
  kind: DeletionKind
  subject_id: string
  /** Until then it can be brought back. */
  expires_at: number
  /** The rows as they stood, by table, serialized by V8. */
  rows: Uint8Array
}
