import { type RawBuilder, sql } from 'kysely'

import type { PostIndex, PostMatch } from './post-index.ts'

/** Limit in characters: a tsvector may have at most a megabyte. The end of a longer post is not found. */
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
    return sql`(select post_id from blog_index where words @@ to_tsquery('english', ${all(words)}))`
  },
  publishedWithAll(words, newest, isWanted = sql`true`) {
    const isPublished = sql`post_id not in (select id from blog_post where published = 0)`
    return sql`(${ranked(all(words), newest, sql`${isPublished} and ${isWanted}`)})`
  },
  withAny(words, newest, isWanted = sql`true`) {
    const query = words.map((word) => `'${word}'`).join(' | ')
    return sql`(${ranked(query, newest, isWanted)})`
  },
}

function all(words: readonly string[]): string {
  return `${words.map((word) => `'${word}'`).join(' & ')}:*`
}

/** Selects the newest in a subquery and ranks only these; in one query, PostgreSQL would rank every match before it sorts. */
function ranked(query: string, newest: number, condition: RawBuilder<unknown>) {
  return sql<PostMatch>`select post_id, -ts_rank(words, query) as rank from (
      select post_id, words, query from blog_index, to_tsquery('english', ${query}) as query
      where words @@ query and ${condition} order by post_id desc limit ${newest}
    ) as newest`
}
