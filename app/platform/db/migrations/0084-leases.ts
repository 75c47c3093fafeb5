import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .execute()
}
