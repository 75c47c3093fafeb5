import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('knowledge_vector')
    .addColumn('passage_id', 'text', (column) =>
      column.primaryKey().references('knowledge_passage.id').onDelete('cascade'),
    )
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .execute()
}
