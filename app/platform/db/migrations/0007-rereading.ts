import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds only one column per statement.
  await db.schema.alterTable('knowledge_item').addColumn('reread_every', 'text').execute()
  await db.schema.alterTable('knowledge_item').addColumn('changed_at', 'bigint').execute()
  await db.schema.alterTable('knowledge_text').addColumn('changes', 'text').execute()
}
