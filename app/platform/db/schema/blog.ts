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
}

export type BlogRevisionTable = {
  id: string
  post_id: string
  version: number
  at: number
  actor: string
  fields: string
}

/** waiting: a job continues it. done: every entry was imported or skipped. failed: see `failure`. */
export type BlogImportState = 'waiting' | 'done' | 'failed'

export type BlogImportTable = {
  id: string
  created_at: number
  updated_at: number
  name: string
  base: string
  actor: string
  state: BlogImportState
  total: number | null
  done: number
  imported: number
  failure: string | null
}

export type BlogImportFileTable = { import_id: string; part: number; bytes: Uint8Array }

export type BlogImportLeftTable = { import_id: string; position: number; title: string; reason: string }

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
