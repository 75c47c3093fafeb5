import { type Kysely, sql } from 'kysely'

/** The language a post is written in and the name of who wrote it; null for the site's language and no name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blog_post add column language text`.execute(db)
  await sql`alter table blog_post add column author text`.execute(db)
}
