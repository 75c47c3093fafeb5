import type { Generated } from 'kysely'

export type KnowledgeKind = 'pdf' | 'text' | 'url' | 'site'

export type KnowledgeStatus = 'queued' | 'reading' | 'ready' | 'failed'

export type KnowledgeItemTable = {
  id: string
  created_at: number
  updated_at: number
  kind: KnowledgeKind
  title: string
  title_terms: string
  search: string
  source: string | null
  /** The link of citations: a canonical URL or a path of this site. */
  address: string | null
  /** Unique, so that an item that is added again is recognised. */
  dedupe_key: string
  bytes: number
  status: KnowledgeStatus
  progress: number
  failure: string | null
  language: string | null
  passages: number
  cited: number
  enabled: number
  /** For a PDF: 1 if visitors may open the file. */
  is_public: number
  read_at: number | null
  reread_every: 'day' | 'week' | null
  changed_at: number | null
  /** Incremented with each reading, so that an outdated one is discarded. */
  reading: number
  /** The index's revision at the last change to its passages, title or switch; null without passages. */
  revision: number | null
  /** JSON of what the Markdown version of a page of this site omits. */
  page_coverage: string | null
  /** BCP 47 tag, for a page of this site in another than the main language. */
  site_language: string | null
  /** Address of the page in the first of its languages, on a site with several; the same for all its versions. */
  version_of: string | null
  /** The `TERMS_VERSION` that its passages' terms were created with. */
  terms_version: Generated<number>
}

export type KnowledgeFileTable = { item_id: string; part: number; bytes: Uint8Array }

export type KnowledgeTextTable = {
  item_id: string
  sections: string
  /** JSON of the last change; null if there was none, or if it was too large. */
  changes: string | null
  /** JSON of how many words were read and which were omitted; null until it is read again. */
  coverage: string | null
}

export type KnowledgePassageTable = {
  id: string
  item_id: string
  number: number
  page: number | null
  headings: string
  text: string
  /** Stems of headings and text in text order; with counts (`invoic 3 pay 1`) if the item's version is 0. */
  terms: string
}

/** A single row. The revision grows with each searchable change, in the same transaction. */
export type KnowledgeIndexTable = { id: number; revision: number }

export type UnansweredQuestionTable = {
  id: string
  asked_at: number
  text: string
  terms: string
  assistant_id: Generated<string>
  conversation_id: string | null
}

export type KnowledgeVectorTable = { passage_id: string; model: string; bytes: Uint8Array }
