import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('knowledge_text').addColumn('coverage', 'text').execute()
  await db.schema.alterTable('knowledge_item').addColumn('page_coverage', 'text').execute()
}
