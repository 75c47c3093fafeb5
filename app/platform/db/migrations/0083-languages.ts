import { type Kysely, sql } from 'kysely'

/** A language is a BCP 47 tag; null means the site's main language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['email', 'lead', 'person', 'conversation', 'booking', 'page'])
    await sql`alter table ${sql.table(table)} add column language text`.execute(db)
  await sql`alter table page add column source_id text`.execute(db)
  await sql`alter table page add column source text`.execute(db)
  await db.schema.createIndex('page_of_source').on('page').columns(['source_id', 'language']).execute()
  await sql`alter table blog_post add column source_id text`.execute(db)
  await sql`alter table blog_post add column source_texts text`.execute(db)
  await db.schema
    .createIndex('blog_post_of_source')
    .on('blog_post')
    .columns(['source_id', 'language'])
    .execute()

  await db.schema
    .createTable('text_translation')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('draft', 'text', (column) => column.notNull())
    .addColumn('published', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('text_translation_key', ['language', 'key'])
    .execute()
}
