export type BlogPostTable = {
  id: string
  created_at: number
  updated_at: number
  /** Counts saves; a save that began from an older one is refused. */
  version: number
  /** Address of the post; former ones stand in `blog_slug` beside it. */
  slug: string
  published: 0 | 1
  /** When it was first published, by which readers' lists are ordered. */
  published_at: number | null
  /** When a job is to publish it; null when nothing is planned. */
  publish_at: number | null
  title: string
  /** As shown: by hand, or made of the text. */
  excerpt: string
  own_excerpt: string | null
  image_url: string | null
  image_alt: string | null
  /** JSON list of names, in the writer's order. */
  tags: string
  words: number
}

export type BlogContentTable = {
  post_id: string
  /** Markdown and HTML, as typed. */
  source: string
  /** Made of the source when it was saved, safe to show. */
  html: string
  /** JSON list of headings. */
  outline: string
}

/** Every address a post has or had: a former one leads to the present one, and no other post takes it. */
export type BlogSlugTable = { slug: string; post_id: string }

export type BlogTagTable = {
  post_id: string
  /** The name as it stands in addresses; what is written differently but reads the same is one tag. */
  slug: string
  name: string
}

export type BlogDraftTable = {
  /** The post's id, or `new` for the one that is not created yet. */
  id: string
  post_id: string | null
  /** The version of the post that the draft was begun from; 0 for a new one. */
  base_version: number
  saved_at: number
  /** JSON of the form's fields. */
  fields: string
}

export type BlogRevisionTable = {
  id: string
  post_id: string
  version: number
  at: number
  /** The owner's e-mail. */
  actor: string
  /** JSON of the form's fields. */
  fields: string
}

/** waiting: a job will go on with it, or does. done: each entry was taken or left. failed: `failure` says why it ended. */
export type BlogImportState = 'waiting' | 'done' | 'failed'

export type BlogImportTable = {
  id: string
  created_at: number
  updated_at: number
  /** The file's. */
  name: string
  /** Address of the old blog; may be empty. */
  base: string
  /** JSON of the owner who asked for it. */
  actor: string
  state: BlogImportState
  /** How many entries the file has; null until it is read. */
  total: number | null
  /** How many of them were taken or left. */
  done: number
  imported: number
  failure: string | null
}

/** An import's file, in parts, until it has ended. */
export type BlogImportFileTable = { import_id: string; part: number; bytes: Uint8Array }

/** What of an import was left out, and why. */
export type BlogImportLeftTable = { import_id: string; position: number; title: string; reason: string }

/** A picture that a post shows and that stands elsewhere: fetched once, and served from here. */
export type RemoteImageTable = {
  /** A hash of its address, which may be longer than a key. */
  id: string
  /** In full. */
  url: string
  /** waiting: a job is to fetch it. */
  state: 'waiting' | 'kept' | 'failed'
  /** Of ours, once it is kept. */
  address: string | null
  /** Why it failed, in words for the writer. */
  reason: string | null
  updated_at: number
}
