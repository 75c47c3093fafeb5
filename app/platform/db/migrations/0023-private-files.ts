import { type Kysely, sql } from 'kysely'

/** Existing PDFs were public and stay so; new ones are private by default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('knowledge_item')
    .addColumn('is_public', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update knowledge_item set is_public = 1 where kind = 'pdf'`.execute(db)
}
