import type { Kysely } from 'kysely'

/** Passages keep their terms in the order of the text; a job renews those of items from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('knowledge_item')
    .addColumn('terms_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
