import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blog_import')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer')
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('imported', 'integer', (column) => column.notNull())
    .addColumn('failure', 'text')
    .execute()

  const ofImport = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('import_id', 'text', (column) =>
        column.notNull().references('blog_import.id').onDelete('cascade'),
      )
  await ofImport('blog_import_file')
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint('blog_import_file_key', ['import_id', 'part'])
    .execute()
  await ofImport('blog_import_left')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('blog_import_left_key', ['import_id', 'position'])
    .execute()
}
