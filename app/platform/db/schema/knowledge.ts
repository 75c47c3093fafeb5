export type KnowledgeKind = 'pdf' | 'text' | 'url' | 'site'

/** queued: a job will read it. reading: `progress` tells how far. ready: its passages answer. failed: `failure` says why. */
export type KnowledgeStatus = 'queued' | 'reading' | 'ready' | 'failed'

export type KnowledgeItemTable = {
  id: string
  created_at: number
  updated_at: number
  kind: KnowledgeKind
  title: string
  /** The title's terms as `knowledge_passage.terms` has them, so that renaming needs no reading. */
  title_terms: string
  /** The title folded for searching. */
  search: string
  /** The file's name, the URL as given, or the name under which a feature registered it. */
  source: string | null
  /** Where a citation leads: the page's canonical URL, or a path of this site. */
  address: string | null
  /** What makes it the same item when it is added again; unique. */
  dedupe_key: string
  /** Of the original: the file, the text, the page as fetched. */
  bytes: number
  status: KnowledgeStatus
  /** Percent. */
  progress: number
  /** For the owner; null unless failed. */
  failure: string | null
  /** ISO 639-1. */
  language: string | null
  passages: number
  /** How often replies cited it. */
  cited: number
  /** 0 while the owner has it switched off. */
  enabled: number
  /** Of a PDF: 1 where visitors may open the file itself. */
  is_public: number
  read_at: number | null
  /** A page is read again by itself; null for what is not. */
  reread_every: 'day' | 'week' | null
  /** When a reading last differed from the one before it. */
  changed_at: number | null
  /** Grows with each reading: one that was overtaken by another leaves nothing. */
  reading: number
  /** The index's revision at which its passages, title or switch last changed; null while it has no passages. */
  revision: number | null
}

/** The original in parts of at most a megabyte, for a row is handled whole. */
export type KnowledgeFileTable = { item_id: string; part: number; bytes: Uint8Array }

/** What was read of it: JSON of its sections. */
export type KnowledgeTextTable = {
  item_id: string
  sections: string
  /** JSON of what the last reading that differed changed; null where there was none, or too much to tell. */
  changes: string | null
}

export type KnowledgePassageTable = {
  id: string
  item_id: string
  /** Its place in the item, from 0. */
  number: number
  /** The page of a PDF on which it stands, from 1. */
  page: number | null
  /** JSON of the headings above it, the outermost first. */
  headings: string
  text: string
  /** Stems and how often each occurs, of headings and text: `invoic 3 pay 1`. */
  terms: string
}

/** One row: grows with each change of what can be found, in that change's transaction. */
export type KnowledgeIndexTable = { id: number; revision: number }

/** What visitors asked and the knowledge base could not tell. */
export type UnansweredQuestionTable = {
  id: string
  asked_at: number
  text: string
  /** Its stems, as passages have theirs: questions alike are told by them. */
  terms: string
  /** Deleted with it; null where the owner asked. */
  conversation_id: string | null
}

/** Where passages are found by meaning too: a byte a dimension. */
export type KnowledgeVectorTable = { passage_id: string; model: string; bytes: Uint8Array }
