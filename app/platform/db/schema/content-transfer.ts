/** An import of the site's content, its check, or the reading of another site. */
export type ContentTransferTable = {
  id: string
  kind: 'import' | 'check' | 'site'
  /** Of the file, or the site's address. */
  name: string
  /** JSON of who began it. */
  actor: string
  state: 'waiting' | 'done' | 'failed'
  /** Null while it is not known. */
  total: number | null
  done: number
  /** What came of it, in a sentence. */
  summary: string | null
  /** JSON of a list of sentences. */
  faults: string | null
  /** JSON of what was read of another site. */
  proposal: string | null
  created_at: number
  updated_at: number
}

export type ContentTransferFileTable = { transfer_id: string; part: number; bytes: Uint8Array }
