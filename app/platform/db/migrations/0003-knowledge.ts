import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createItemTable(db)

  await db.schema
    .createTable('knowledge_file')
    .addColumn('item_id', 'text', (column) =>
      column.notNull().references('knowledge_item.id').onDelete('cascade'),
    )
    .addColumn('part', 'integer', (column) => column.notNull())
    // `bytea` is PostgreSQL's type for bytes. SQLite stores blobs unchanged under any type name.
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint('knowledge_file_part', ['item_id', 'part'])
    .execute()

  await db.schema
    .createTable('knowledge_text')
    .addColumn('item_id', 'text', (column) =>
      column.primaryKey().references('knowledge_item.id').onDelete('cascade'),
    )
    .addColumn('sections', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('knowledge_passage')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('item_id', 'text', (column) =>
      column.notNull().references('knowledge_item.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('page', 'integer')
    .addColumn('headings', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('knowledge_passage_of_item')
    .on('knowledge_passage')
    .columns(['item_id', 'number'])
    .execute()

  await db.schema
    .createTable('knowledge_index')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into knowledge_index (id, revision) values (1, 0)`.execute(db)
}

async function createItemTable(db: Kysely<unknown>): Promise<void> {
  let item = db.schema
    .createTable('knowledge_item')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('read_at', 'bigint')
    .addColumn('revision', 'bigint')
  for (const name of ['created_at', 'updated_at'])
    item = item.addColumn(name, 'bigint', (column) => column.notNull())
  for (const name of ['bytes', 'progress', 'passages', 'cited', 'enabled', 'reading'])
    item = item.addColumn(name, 'integer', (column) => column.notNull())
  for (const name of ['kind', 'title', 'title_terms', 'search', 'status'])
    item = item.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['source', 'address', 'failure', 'language']) item = item.addColumn(name, 'text')
  await item.execute()
  await db.schema.createIndex('knowledge_item_created').on('knowledge_item').column('created_at').execute()
}
