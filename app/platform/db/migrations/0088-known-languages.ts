import { type Kysely, sql } from 'kysely'

/** A language is a BCP 47 tag; null means the site's main language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table knowledge_item add column site_language text`.execute(db)
  await sql`alter table knowledge_item add column version_of text`.execute(db)
  await db.schema.createIndex('knowledge_item_of_page').on('knowledge_item').column('version_of').execute()
}
