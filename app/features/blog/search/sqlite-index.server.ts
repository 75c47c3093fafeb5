import { sql } from 'kysely'

import type { PostIndex, PostMatch } from './post-index.ts'

/** FTS5. A word in a title counts ten times, one in a tag five times. */
export const sqliteIndex: PostIndex = {
  async write(db, { id, title, tags, text }) {
    await sql`insert into blog_index (post_id, title, tags, body) values (${id}, ${title}, ${tags}, ${text})`.execute(
      db,
    )
  },
  async remove(db, id) {
    await sql`delete from blog_index where post_id = ${id}`.execute(db)
  },
  withAll(words) {
    return sql`(select post_id from blog_index where blog_index match ${all(words)})`
  },
  publishedWithAll(words, newest, isWanted = sql`true`) {
    return sql`(${ranked(all(words))} and post_id not in ${hidden} and ${isWanted} order by rowid desc limit ${newest})`
  },
  withAny(words, newest, isWanted = sql`true`) {
    const query = words.map((word) => `"${word}"`).join(' OR ')
    return sql`(${ranked(query)} and ${isWanted} order by rowid desc limit ${newest})`
  },
}

function all(words: readonly string[]): string {
  return `${words.map((word) => `"${word}"`).join(' ')}*`
}

/** Excludes drafts instead of joining published posts, because there are fewer drafts. */
const hidden = sql`(select id from blog_post where published = 0)`

function ranked(query: string) {
  return sql<PostMatch>`select post_id, bm25(blog_index, 0, 10, 5, 1) as rank
    from blog_index where blog_index match ${query}`
}
