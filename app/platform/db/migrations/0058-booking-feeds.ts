import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('booking_feed')
    .addColumn('member_id', 'text', (column) =>
      column.primaryKey().references('member.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
