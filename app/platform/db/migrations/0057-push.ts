import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vapid_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('push_subscription')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paused_until', 'bigint')
    .execute()
  await db.schema
    .createIndex('push_subscription_member')
    .on('push_subscription')
    .columns(['member_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('push_subscription_session')
    .on('push_subscription')
    .column('session_id')
    .execute()
}
