import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('today_mark')
    .addColumn('item', 'text', (column) => column.primaryKey())
    .addColumn('done_at', 'bigint')
    .addColumn('snoozed_until', 'bigint')
    .addColumn('assignee_id', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('lead').addColumn('assignee_id', 'text').execute()
  await db.schema.alterTable('conversation').addColumn('assignee_id', 'text').execute()
  await sql`create index lead_unanswered on lead (created_at, id) where status = 'new' and spam_reason is null`.execute(
    db,
  )
  await sql`create index lead_event_status on lead_event (at, body, lead_id) where kind = 'status'`.execute(
    db,
  )
  await sql`create index email_refused on email (created_at, id) where state = 'failed'`.execute(db)
}
