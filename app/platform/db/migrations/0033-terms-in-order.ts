import type { Kysely } from 'kysely'

/** Passages now keep their terms in text order. A job updates older items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('knowledge_item')
    .addColumn('terms_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
