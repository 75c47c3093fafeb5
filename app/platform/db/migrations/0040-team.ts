import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('member').addColumn('last_seen_at', 'bigint').execute()
  await db.schema
    .createTable('invitation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['actor_name', 'changes'])
    await db.schema.alterTable('audit_entry').addColumn(column, 'text').execute()
}
