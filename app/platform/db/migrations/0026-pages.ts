import type { Kysely } from 'kysely'

/** Holds pages that the owner has edited. All others come from the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.unique())
    .addColumn('draft', 'text', (column) => column.notNull())
    .addColumn('published', 'text')
    .addColumn('published_at', 'bigint')
    .addColumn('publish_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('page_revision')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('page_id', 'text', (column) => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('made_by', 'text')
    .execute()
  await db.schema
    .createIndex('page_revision_of_page')
    .on('page_revision')
    .columns(['page_id', 'made_at'])
    .execute()

  await db.schema
    .createTable('page_address')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('page_id', 'text', (column) => column.notNull().references('page.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('page_address_of_page').on('page_address').column('page_id').execute()
}
