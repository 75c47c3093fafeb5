import { type Kysely, sql } from 'kysely'

/** Lists and their counts each read one index, and every slice of an export continues after the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_inbox on lead (created_at, id) where spam_reason is null`.execute(db)
  await sql`create index lead_inbox_status on lead (status, created_at, id) where spam_reason is null`.execute(
    db,
  )
  await sql`create index lead_inbox_name on lead (lower(name), id) where spam_reason is null`.execute(db)
  await sql`create index lead_spam on lead (created_at, id) where spam_reason is not null`.execute(db)
  await sql`create index conversation_listed on conversation (updated_at, id)`.execute(db)
  await sql`drop index conversation_updated`.execute(db)
}
