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
    return sql`(${ranked(`${words.map((word) => `"${word}"`).join(' ')}*`)})`
  },
  withAny(words, newest) {
    const query = words.map((word) => `"${word}"`).join(' OR ')
    return sql`(${ranked(query)} order by rowid desc limit ${newest})`
  },
}

function ranked(query: string) {
  return sql<PostMatch>`select post_id, bm25(blog_index, 0, 10, 5, 1) as rank
    from blog_index where blog_index match ${query}`
}
