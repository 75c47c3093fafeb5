import type { RawBuilder } from 'kysely'

import type { Db } from '#app/platform/db/engine.server.ts'

/** `indexPost` expects the text as `foldText` returns it. */
export type IndexedPost = { id: string; title: string; tags: string; text: string }
export type PostMatch = { post_id: string; rank: number }

/** Full-text index of all posts, including drafts. Each engine has its own. Texts and words are folded for search. */
export type PostIndex = {
  write(db: Db, post: IndexedPost): Promise<void>
  remove(db: Db, id: string): Promise<void>
  /** Selects the ids of all posts, including drafts, that have all words. The last word may be a prefix. */
  withAll(words: readonly string[]): RawBuilder<Pick<PostMatch, 'post_id'>>
  /** Selects the newest published posts that have all words. The best has the lowest rank. @param isWanted a condition on `post_id` */
  publishedWithAll(
    words: readonly string[],
    newest: number,
    isWanted?: RawBuilder<boolean>,
  ): RawBuilder<PostMatch>
  /** Selects the newest posts with any of the words, ranked. Ranking all posts with a common word would take too long. */
  withAny(words: readonly string[], newest: number, isWanted?: RawBuilder<boolean>): RawBuilder<PostMatch>
}
