import type { Generated } from 'kysely'

export type BlogPostTable = {
  id: string
  created_at: number
  updated_at: number
  /** Counts saves. A save based on an older version is refused. */
  version: number
  slug: string
  published: 0 | 1
  published_at: number | null
  publish_at: number | null
  title: string
  excerpt: string
  own_excerpt: string | null
  image_url: string | null
  image_alt: string | null
  tags: string
  words: number
  language: string | null
  author: string | null
  /** Id of the post that it is a translation of. */
  source_id: Generated<string | null>
  /** JSON of that post's texts from which the translation was made. */
  source_texts: Generated<string | null>
}

export type BlogContentTable = {
  post_id: string
  source: string
  html: string
  outline: string
}

/** Every current and former address of a post. Former ones redirect and are never reused. */
export type BlogSlugTable = { slug: string; post_id: string }

export type BlogTagTable = {
  post_id: string
  slug: string
  name: string
}

export type BlogDraftTable = {
  id: string
  post_id: string | null
  base_version: number
  saved_at: number
  fields: string
  editor: string | null
}

export type BlogRevisionTable = {
  id: string
  post_id: string
  version: number
  at: number
  actor: string
  fields: string
}

/**
 * uploading: parts of the file arrive. reading: a job reads it. ready: the preview waits for the member. importing: a job
 * stores the chosen posts. cancelling: a job removes what was stored. done and failed: see the report and `failure`.
 */
export type BlogImportState =
  | 'uploading'
  | 'reading'
  | 'ready'
  | 'importing'
  | 'cancelling'
  | 'done'
  | 'failed'

export type BlogImportTable = {
  id: string
  created_at: number
  updated_at: number
  name: string
  base: string
  actor: string
  state: BlogImportState
  /** Entries of the file; null until it is read. */
  total: number | null
  /** Entries that were read or, while importing, passed. */
  done: number
  imported: number
  updated: number
  failure: string | null
  /** Bytes. */
  size: number
  /** What the file was recognised as, such as `WordPress`. */
  format: string | null
  /** JSON: sentences about the whole file. */
  notes: string
  /** Whether former addresses lead to the posts. */
  redirects: 0 | 1
}

export const entryStates = ['published', 'scheduled', 'draft', 'unread'] as const
export type ImportEntryState = (typeof entryStates)[number]

/** import: as a new post. update: over the known post. skip: not chosen. */
export type ImportChoice = 'import' | 'update' | 'skip'

export type BlogImportEntryTable = {
  import_id: string
  position: number
  source: string | null
  place: string
  title: string
  /** Address planned for the post; null if the entry is unread. */
  slug: string | null
  state: ImportEntryState
  /** Why it is a draft, or unread. */
  reason: string | null
  at: number | null
  /** JSON: sentences about what was changed, left out or is missing. */
  notes: string
  /** JSON of the post until the import has ended. */
  post: string | null
  /** The post that an earlier import made of the same entry. */
  known_post_id: string | null
  choice: ImportChoice
  outcome: 'imported' | 'updated' | 'left' | null
  post_id: string | null
  /** JSON: what a cancelled import restores of a post that it has updated. */
  undo: string | null
}

/** A former address of an entry, by which links between posts are found. */
export type BlogImportPathTable = { import_id: string; path: string; position: number }

/** A picture of the file that is stored; `address` is null until it is. */
export type BlogImportPictureTable = {
  import_id: string
  name: string
  image_id: string
  address: string | null
  /** JSON: names in the file store. */
  files: string | null
}

/** Where an imported post comes from, so that a second import recognises it. */
export type BlogSourceTable = { post_id: string; source: string }

/** Addresses at which other software had a post. They redirect to it. */
export type BlogFormerPathTable = { path: string; post_id: string }

/** An image from another site that a post shows. It is fetched once and served from here. */
export type RemoteImageTable = {
  id: string
  url: string
  state: 'waiting' | 'kept' | 'failed'
  address: string | null
  reason: string | null
  updated_at: number
}

/** A single row. Each transaction that may change the page of any post increments the version. */
export type BlogChangeTable = { id: 1; version: number }

/** The rendered page of a post, compressed with Brotli. */
export type KeptPostTable = {
  slug: string
  version: number
  made_of: string
  tag: string
  body: Uint8Array
  bytes: number
  made_at: number
}
