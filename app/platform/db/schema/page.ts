export type PageTable = {
  /** Of the starter's pages a word such as `home`, of others one made of their first path. */
  id: string
  kind: 'page' | 'service' | 'legal' | 'case-study'
  /** Null once the page is deleted, so that another may have it. */
  path: string | null
  /** JSON of the document that is being edited. */
  draft: string
  /** JSON of the document that visitors see; null for a page that is not published. */
  published: string | null
  /** When what visitors see was last changed. */
  published_at: number | null
  /** When a job is to publish the draft; null when nothing is planned. */
  publish_at: number | null
  deleted_at: number | null
  /** The path that it had when it was deleted. */
  deleted_path: string | null
  /** The draft's name. */
  name: string
  state: 'draft' | 'published' | 'changed'
  /** Whether search engines are kept away from what visitors see, or will see of a page that is not published. */
  noindex: 0 | 1
  /** Pages are listed in this order. */
  position: number
  /** Counts changes of the row; a save that began from an older one is refused. */
  version: number
  updated_at: number
}

export type PageRevisionTable = {
  id: string
  page_id: string
  /** JSON of what was published. */
  document: string
  made_at: number
  /** The owner's e-mail; null for what was planned before. */
  made_by: string | null
}

/** A draft as it was at a version, from which an editor may have begun. */
export type PageFormerDraftTable = { page_id: string; version: number; document: string; kept_at: number }

/** A link by which people without an account see a draft. Its key is signed and not stored. */
export type PagePreviewTable = {
  id: string
  page_id: string
  made_at: number
  made_by: string
  expires_at: number
}

/** A path that a page had: it leads to the page's present one. */
export type PageAddressTable = { path: string; page_id: string }
