import type { RawBuilder } from 'kysely'

import type { Db } from '#app/platform/db/engine.server.ts'

export type IndexedPost = { id: string; title: string; tags: string; text: string }
export type PostMatch = { post_id: string; rank: number }

/** The full-text index of all posts, drafts too. Each engine has its own. Texts and words are folded for search. */
export type PostIndex = {
  write(db: Db, post: IndexedPost): Promise<void>
  remove(db: Db, id: string): Promise<void>
  /** Selects the posts with all words; the last word may be a prefix. The best match has the lowest rank. */
  withAll(words: readonly string[]): RawBuilder<PostMatch>
  /** Selects the newest posts with any of the words. Ranking all posts with a common word would take long. */
  withAny(words: readonly string[], newest: number): RawBuilder<PostMatch>
}
