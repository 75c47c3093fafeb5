import { type Kysely, sql, SqliteAdapter } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blog_post')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('published', 'integer', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('publish_at', 'bigint')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('excerpt', 'text', (column) => column.notNull())
    .addColumn('own_excerpt', 'text')
    .addColumn('image_url', 'text')
    .addColumn('image_alt', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('words', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('blog_post_listed')
    .on('blog_post')
    .columns(['published', 'published_at', 'id'])
    .execute()

  // What lists do not show is in a table of its own, so that lists do not read it.
  await db.schema
    .createTable('blog_content')
    .addColumn('post_id', 'text', (column) =>
      column.primaryKey().references('blog_post.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('outline', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('blog_slug')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull().references('blog_post.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('blog_slug_of_post').on('blog_slug').column('post_id').execute()

  await db.schema
    .createTable('blog_tag')
    .addColumn('post_id', 'text', (column) => column.notNull().references('blog_post.id').onDelete('cascade'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('blog_tag_key', ['slug', 'post_id'])
    .execute()
  await db.schema.createIndex('blog_tag_of_post').on('blog_tag').column('post_id').execute()

  await db.schema
    .createTable('blog_draft')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.references('blog_post.id').onDelete('cascade'))
    .addColumn('base_version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('blog_draft_of_post').on('blog_draft').column('post_id').execute()

  await db.schema
    .createTable('blog_revision')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull().references('blog_post.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('blog_revision_of_post')
    .on('blog_revision')
    .columns(['post_id', 'version'])
    .execute()

  if (db.getExecutor().adapter instanceof SqliteAdapter)
    await sql`create virtual table blog_index using fts5(
      post_id unindexed, title, tags, body, content='', contentless_delete=1, contentless_unindexed=1,
      tokenize='porter unicode61 remove_diacritics 2')`.execute(db)
  else {
    await sql`create table blog_index (
      post_id text primary key references blog_post (id) on delete cascade, words tsvector not null)`.execute(
      db,
    )
    await sql`create index blog_index_words on blog_index using gin (words)`.execute(db)
  }
}
