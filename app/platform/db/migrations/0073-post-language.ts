import { type Kysely, sql } from 'kysely'

/** Null means the site's language, and no author's name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blog_post add column language text`.execute(db)
  await sql`alter table blog_post add column author text`.execute(db)
}
