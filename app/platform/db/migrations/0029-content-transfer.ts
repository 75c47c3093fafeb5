import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_transfer')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer')
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('faults', 'text')
    .addColumn('proposal', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('content_transfer_file')
    .addColumn('transfer_id', 'text', (column) =>
      column.notNull().references('content_transfer.id').onDelete('cascade'),
    )
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint('content_transfer_file_key', ['transfer_id', 'part'])
    .execute()
}
