import type { Generated } from 'kysely'

export type PageTable = {
  /** A word such as `home` for the starter's pages; for others, it is derived from their first path. */
  id: string
  kind: 'page' | 'service' | 'legal' | 'case-study'
  /** Null once the page is deleted, so that another page may use it. */
  path: string | null
  /** JSON of the draft document. */
  draft: string
  /** JSON of the document that visitors see; null if the page is not published. */
  published: string | null
  /** When the published document last changed. */
  published_at: number | null
  /** When a job will publish the draft; null if this is not scheduled. */
  publish_at: number | null
  deleted_at: number | null
  /** The path before the deletion. */
  deleted_path: string | null
  name: string
  state: 'draft' | 'published' | 'changed'
  /** Whether search engines may not list the published document, or the draft of an unpublished page. */
  noindex: 0 | 1
  position: number
  /** BCP 47 tag of a version in another language; null for a page in the main one. */
  language: string | null
  /** Id of the page that it is a version of. */
  source_id: string | null
  /** JSON of that page's document from which the version was made. */
  source: string | null
  /** Whether a version is public although its page in the main language is not, as after an exchange of languages. */
  stands_alone: Generated<0 | 1>
  /** Counts changes of the row. A save based on an older version is refused. */
  version: number
  updated_at: number
}

export type PageRevisionTable = {
  id: string
  page_id: string
  /** JSON of the published document. */
  document: string
  made_at: number
  /** The member's e-mail address; null if a job published it. */
  made_by: string | null
}

/** A former draft that an editor may still be working from. */
export type PageFormerDraftTable = { page_id: string; version: number; document: string; kept_at: number }

/** A link that shows a draft to people without an account. Its key is signed and not stored. */
export type PagePreviewTable = {
  id: string
  page_id: string
  made_at: number
  made_by: string
  expires_at: number
}

/** A short text of the owner in another language, such as a menu's entry, by its key. */
export type TextTranslationTable = {
  language: string
  key: string
  /** The text of the main language from which it was made. */
  source: string
  draft: string
  /** Null until it is published. */
  published: string | null
  updated_at: number
}

/** A file of a translator that awaits confirmation; one a language. */
export type TranslationImportTable = {
  id: string
  language: string
  name: string
  /** JSON of sentences about what was left out. */
  notes: string
  created_at: number
}

/** A text of such a file. */
export type TranslationImportRowTable = {
  import_id: string
  position: number
  /** Id of its page, or of the group of short texts. */
  group_id: string
  unit: string
  /** Name of its page. */
  page: string
  /** The text of the main language when the file was read. */
  source: string
  /** The translation of then; empty without one. */
  current: string
  target: string
  note: string | null
  /** Whether it may be imported. */
  is_fit: 0 | 1
  is_chosen: 0 | 1
}

/** A former path of a page, which redirects to its current one. */
export type PageAddressTable = { path: string; page_id: string }
