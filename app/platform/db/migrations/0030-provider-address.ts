import type { Kysely } from 'kysely'

/** An API key belongs to the address that it was saved for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('ai_key').addColumn('base_url', 'text').execute()
}
