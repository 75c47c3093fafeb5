import type { RawBuilder } from 'kysely'

import type { Db } from '#app/platform/db/engine.server.ts'

export type IndexedPost = { id: string; title: string; tags: string; text: string }
export type PostMatch = { post_id: string; rank: number }

/** The full-text index of all posts, drafts too; what differs between the engines. Texts and words come folded. */
export type PostIndex = {
  write(db: Db, post: IndexedPost): Promise<void>
  remove(db: Db, id: string): Promise<void>
  /** A sub-select of the posts with all words, of which the last may be begun only; the best rank is the least. */
  withAll(words: readonly string[]): RawBuilder<PostMatch>
  /** A sub-select of the newest posts with any of the words: to rank all that have a common word would take long. */
  withAny(words: readonly string[], newest: number): RawBuilder<PostMatch>
}
