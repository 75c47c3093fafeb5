import { type Kysely, sql } from 'kysely'

/** Dismissed mails are listed, restored and deleted by the moment of their dismissal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index thread_mail_dismissed_at on thread_mail (dismissed_at) where dismissed_at is not null`.execute(
    db,
  )
  await sql`create index thread_mail_dismissed on thread_mail (at, id) where lead_id is null and dismissed_at is not null`.execute(
    db,
  )
}
