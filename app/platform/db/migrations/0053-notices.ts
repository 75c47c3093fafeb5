import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notice')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('tried', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint')
    .addUniqueConstraint('notice_once', ['member_id', 'kind', 'subject'])
    .execute()
  await db.schema.createIndex('notice_list').on('notice').columns(['member_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('notice_subject').on('notice').column('subject').execute()
  await db.schema
    .createTable('notice_preference')
    .addColumn('member_id', 'text', (column) =>
      column.primaryKey().references('member.id').onDelete('cascade'),
    )
    .addColumn('channels', 'text', (column) => column.notNull())
    .addColumn('wait_minutes', 'integer', (column) => column.notNull())
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_to', 'integer')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('slack_sealed', 'text')
    .addColumn('discord_sealed', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}
