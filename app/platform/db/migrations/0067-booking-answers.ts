import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('booking').addColumn('answer', 'text').execute()
  await db.schema.alterTable('booking').addColumn('answered_at', 'bigint').execute()
}
