import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table thread_mail (id text primary key, direction text not null,
    lead_id text references lead (id) on delete cascade,
    message_id text not null unique, in_reply_to text, reference_ids text not null,
    from_email text not null, from_name text not null, recipients text not null, subject text not null,
    text text not null, quoted text, at bigint not null, member_id text, email_id text, seen_at bigint,
    is_automatic integer not null default 0, dismissed_at bigint)`.execute(db)
  await sql`create index thread_mail_of on thread_mail (lead_id, at)`.execute(db)
  await sql`create index thread_mail_sent_by on thread_mail (email_id)`.execute(db)
  await sql`create index thread_mail_unfiled on thread_mail (at, id) where lead_id is null and dismissed_at is null`.execute(
    db,
  )
  await sql`create table thread_attachment (id text primary key,
    mail_id text not null references thread_mail (id) on delete cascade,
    position integer not null, name text not null, type text not null, size bigint not null,
    file text not null, at bigint not null)`.execute(db)
  await sql`create index thread_attachment_of on thread_attachment (mail_id, position)`.execute(db)
  await sql`create table thread_draft (id text primary key,
    lead_id text not null references lead (id) on delete cascade, member_id text not null,
    text text not null, updated_at bigint not null, unique (lead_id, member_id))`.execute(db)
  for (const column of ['headers', 'attachments'])
    await db.schema.alterTable('email').addColumn(column, 'text').execute()
  await db.schema.alterTable('email').addColumn('handed_over_at', 'bigint').execute()
}
