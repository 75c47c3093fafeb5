import { sql } from 'kysely'

import type { PostIndex, PostMatch } from './post-index.ts'

/** A tsvector may have a megabyte at most; the end of a longer post is not found. */
const MAX_INDEXED = 400_000

/** tsvector with English stemming, like FTS5. A word in a title counts ten times, one in a tag four times. */
export const postgresIndex: PostIndex = {
  async write(db, { id, title, tags, text }) {
    await sql`insert into blog_index (post_id, words) values (${id},
      setweight(to_tsvector('english', ${title}), 'A') || setweight(to_tsvector('english', ${tags}), 'B') ||
      setweight(to_tsvector('english', ${text.slice(0, MAX_INDEXED)}), 'D'))`.execute(db)
  },
  async remove(db, id) {
    await sql`delete from blog_index where post_id = ${id}`.execute(db)
  },
  withAll(words) {
    return sql`(${ranked(`${words.map((word) => `'${word}'`).join(' & ')}:*`)})`
  },
  withAny(words, newest) {
    const query = words.map((word) => `'${word}'`).join(' | ')
    return sql`(${ranked(query)} order by post_id desc limit ${newest})`
  },
}

function ranked(query: string) {
  return sql<PostMatch>`select post_id, -ts_rank(words, query) as rank
    from blog_index, to_tsquery('english', ${query}) as query where words @@ query`
}
