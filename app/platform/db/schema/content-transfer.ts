/** An import of the site's content, its check, or the reading of another site. */
export type ContentTransferTable = {
  id: string
  kind: 'import' | 'check' | 'site'
  /** The name of the file, or the site's address. */
  name: string
  /** JSON of the member who started it. */
  actor: string
  /** `uploading` until the file's last part is stored. */
  state: 'uploading' | 'waiting' | 'done' | 'failed'
  /** Null while unknown. */
  total: number | null
  done: number
  /** The outcome in a sentence. */
  summary: string | null
  /** JSON list of sentences. */
  faults: string | null
  /** JSON of what was read from another site. */
  proposal: string | null
  created_at: number
  updated_at: number
}

export type ContentTransferFileTable = { transfer_id: string; part: number; bytes: Uint8Array }
