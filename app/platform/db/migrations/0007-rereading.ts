import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One column a statement: SQLite takes no more.
  await db.schema.alterTable('knowledge_item').addColumn('reread_every', 'text').execute()
  await db.schema.alterTable('knowledge_item').addColumn('changed_at', 'bigint').execute()
  await db.schema.alterTable('knowledge_text').addColumn('changes', 'text').execute()
}
