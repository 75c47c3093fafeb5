import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_entry')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('actor_email', 'text')
    .addColumn('device', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('subject_title', 'text')
    .addColumn('subject_path', 'text')
    .addColumn('fields', 'text')
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_entry_at').on('audit_entry').columns(['at', 'id']).execute()
}
