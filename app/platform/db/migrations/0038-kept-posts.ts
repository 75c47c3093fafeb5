import { type Kysely, sql } from 'kysely'

/** Stores rendered posts, so that after a restart they are read instead of rendered again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_post')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('made_of', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('body', sql`bytea`, (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('kept_post_age').on('kept_post').columns(['made_at', 'slug', 'bytes']).execute()
  await db.schema
    .createTable('blog_change')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into blog_change (id, version) values (1, 1)`.execute(db)
}
